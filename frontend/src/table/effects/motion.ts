/** Motion between two views: chips to and from the pot, and the light from seat to seat. */

import type { View } from '../../protocol/socket';
import { chairOf } from '../model/players';
import { type Box, type Point, svgPath, trailCorners } from './trail';

/** Durations (ms): chips flying while the trail is uncovered, and the trail staying. */
const FLIGHT = 300;
const UNCOVER = 350;
const STAY = 1200;
/** Space between seats (px), on screens narrower than `NARROW` and others. */
const GUTTER = { narrow: 10, wide: 20 };
const NARROW = 900;

/** Kinds of events that move chips to the pot, and from it. */
const TO_POT = ['anted', 'bought', 'called', 'raised', 'opened', 'posted', 'paid'];
const FROM_POT = ['won', 'split', 'won_side', 'split_side', 'returned', 'shared'];
const SVG = 'http://www.w3.org/2000/svg';

/**
 * Animate what has changed between two views of a hand, on a layer above the table. All places are
 * measured before anything is added: else every measurement is a layout.
 */
export function animateChanges(
  root: HTMLElement,
  layer: SVGSVGElement,
  view: View,
  before: View,
): void {
  if (!view.hand || !before.hand) return;
  const still = isStill();
  const flights = still ? [] : flightsOf(root, view);
  const ends = trailEnds(root, view, before);
  if (flights.length === 0 && !ends) return;
  const origin = layer.getBoundingClientRect();
  const courses = flights.map((flight) => flight.map((end) => centreOf(end, origin)));
  const path = ends && trailPath(ends, origin);
  for (const [from, to] of courses) flyChip(layer, from!, to!);
  if (path) showTrail(layer, path, still);
}

/** Has the viewer asked for reduced motion? */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** The sources and targets of moving chips, by the events of a view. */
function flightsOf(root: HTMLElement, view: View): [Element, Element][] {
  const pot = root.querySelector('[data-pot]');
  if (!pot) return [];
  return view.hand!.events.flatMap(({ kind, seat }): [Element, Element][] => {
    const [isPaid, isTaken] = [TO_POT.includes(kind), FROM_POT.includes(kind)];
    const at = isPaid || isTaken ? seatElement(root, view, seat) : null;
    if (!at) return [];
    return [isPaid ? [at, pot] : [pot, at]];
  });
}

function flyChip(layer: SVGSVGElement, from: Point, to: Point): void {
  const chip = svgElement('use', { href: '#chip-5', width: '22', height: '22' });
  layer.append(chip);
  chip.animate(
    [from, to].map(({ x, y }) => ({ transform: `translate(${x - 11}px, ${y - 11}px)` })),
    { duration: FLIGHT, easing: 'ease-out' },
  ).onfinish = () => chip.remove();
}

/** The seats between which a trail leads: where the ranking of hands decides whose turn it is. */
function trailEnds(root: HTMLElement, view: View, before: View): [Element, Element] | null {
  const [now, then] = [view.hand!, before.hand!];
  if (now.hand !== then.hand || now.to_act === null || then.to_act === null) return null;
  if (now.to_act === then.to_act || now.seats.every(({ place }) => place === null)) return null;
  const [from, to] = [then.to_act, now.to_act].map((seat) => seatElement(root, view, seat));
  return from && to ? [from, to] : null;
}

/** The path of a trail between two seats, as SVG writes it. */
function trailPath([from, to]: [Element, Element], origin: DOMRect): string {
  const gutter = innerWidth < NARROW ? GUTTER.narrow : GUTTER.wide;
  return svgPath(trailCorners(boxOf(from, origin), boxOf(to, origin), gutter));
}

/** Dots along a path for a while. */
function showTrail(layer: SVGSVGElement, path: string, still: boolean): void {
  layer.querySelector('.trail')?.remove(); // the mask of a trail has one id
  const trail = svgElement('g', { class: 'trail' });
  const dots = svgElement('path', { d: path });
  trail.append(dots);
  layer.append(trail);
  if (!still) uncover(trail, dots, path);
  setTimeout(() => trail.remove(), STAY);
}

/** Let the dots appear one after the other, under a mask that is drawn along their path. */
function uncover(trail: Element, dots: Element, path: string): void {
  const mask = svgElement('mask', { id: 'trail-mask', maskUnits: 'userSpaceOnUse' });
  const line = svgElement('path', { d: path, class: 'reveal', pathLength: '1' });
  mask.append(line);
  trail.append(mask);
  dots.setAttribute('mask', 'url(#trail-mask)');
  line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
    duration: UNCOVER,
    easing: 'ease-out',
  });
}

function svgElement(name: string, attributes: Record<string, string>): Element {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

function seatElement(root: HTMLElement, view: View, seat: number): Element | null {
  const chair = chairOf(view, seat);
  return chair === null ? null : root.querySelector(`[data-chair="${chair}"]`);
}

function boxOf(element: Element, origin: DOMRect): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return {
    left: left - origin.left,
    top: top - origin.top,
    right: right - origin.left,
    bottom: bottom - origin.top,
  };
}

function centreOf(element: Element, origin: DOMRect): Point {
  const { left, top, right, bottom } = boxOf(element, origin);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
