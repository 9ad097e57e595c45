/** Motion between two views: chips to and from the pot, and the light from seat to seat. */

import type { View } from '../../protocol/socket';
import { chairOf } from '../model/players';
import { type Box, svgPath, trailCorners } from './trail';

/** How long chips fly and the trail is uncovered, and how long the trail stays (ms). */
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

/** Animate what has changed between two views of a hand, on a layer above the table. */
export function animateChanges(
  root: HTMLElement,
  layer: SVGSVGElement,
  view: View,
  before: View,
): void {
  if (!view.hand || !before.hand) return;
  for (const { kind, seat } of view.hand.events) {
    const chair = chairOf(view, seat);
    if (chair === null) continue;
    const [at, pot] = [chairElement(root, chair), root.querySelector('[data-pot]')];
    if (!at || !pot) continue;
    if (TO_POT.includes(kind)) flyChip(layer, at, pot);
    if (FROM_POT.includes(kind)) flyChip(layer, pot, at);
  }
  showTrail(root, layer, view, before);
}

/** Has the viewer asked for reduced motion? */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function flyChip(layer: SVGSVGElement, from: Element, to: Element): void {
  if (isStill()) return;
  const origin = layer.getBoundingClientRect();
  const [a, b] = [centreOf(from, origin), centreOf(to, origin)];
  const chip = svgElement('use', { href: '#chip-5', width: '22', height: '22' });
  layer.append(chip);
  chip.animate(
    [
      { transform: `translate(${a.x - 11}px, ${a.y - 11}px)` },
      { transform: `translate(${b.x - 11}px, ${b.y - 11}px)` },
    ],
    { duration: FLIGHT, easing: 'ease-out' },
  ).onfinish = () => chip.remove();
}

/** Where the ranking of hands decides whose turn it is, a dotted trail leads to the next seat. */
function showTrail(root: HTMLElement, layer: SVGSVGElement, view: View, before: View): void {
  const [now, then] = [view.hand!, before.hand!];
  if (now.hand !== then.hand || now.to_act === null || then.to_act === null) return;
  if (now.to_act === then.to_act || now.seats.every(({ place }) => place === null)) return;
  const chairs = [chairOf(view, then.to_act), chairOf(view, now.to_act)];
  const [from, to] = chairs.map((chair) => (chair === null ? null : chairElement(root, chair)));
  if (!from || !to) return;
  const origin = layer.getBoundingClientRect();
  const gutter = innerWidth < NARROW ? GUTTER.narrow : GUTTER.wide;
  const path = svgPath(trailCorners(boxOf(from, origin), boxOf(to, origin), gutter));
  layer.querySelector('.trail')?.remove(); // the mask of a trail has one id
  const trail = svgElement('g', { class: 'trail' });
  const dots = svgElement('path', { d: path });
  trail.append(dots);
  layer.append(trail);
  if (!isStill()) uncover(trail, dots, path);
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

function chairElement(root: HTMLElement, chair: number): Element | null {
  return root.querySelector(`[data-chair="${chair}"]`);
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

function centreOf(element: Element, origin: DOMRect): { x: number; y: number } {
  const { left, top, right, bottom } = boxOf(element, origin);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
