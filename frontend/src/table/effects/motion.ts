/** What moves on the table and explains by it: chips that go to and from the pot, the light. */

import type { View } from '../../protocol/socket';
import { chairOf } from '../model/players';
import { type Box, drawn, way } from './trail';

const CHIPS = 300;
const JUMP = 350;
const LINGERS = 1200;
const GUTTER = { narrow: 10, wide: 20 };
const NARROW = 900;

const INTO = ['anted', 'bought', 'called', 'raised', 'opened', 'posted', 'paid'];
const OUT = ['won', 'split', 'won_side', 'split_side', 'returned'];
const SVG = 'http://www.w3.org/2000/svg';

/** Show what has changed between two views, on a layer above the table. */
export function show(
  root: HTMLElement,
  layer: SVGSVGElement,
  view: View,
  before: View | null,
): void {
  if (!view.hand || !before?.hand) return;
  const isSame = view.hand.hand === before.hand.hand && view.hand.decision === before.hand.decision;
  if (isSame && view.hand.result.length === before.hand.result.length) return;
  for (const { kind, seat } of view.hand.events) {
    const chair = chairOf(view, seat);
    if (chair === null) continue;
    const [at, pot] = [place(root, chair), root.querySelector('[data-pot]')];
    if (!at || !pot) continue;
    if (INTO.includes(kind)) fly(layer, at, pot);
    if (OUT.includes(kind)) fly(layer, pot, at);
  }
  jump(root, layer, view, before);
}

/** No travel for those who want none. */
function isStill(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function fly(layer: SVGSVGElement, from: Element, to: Element): void {
  if (isStill()) return;
  const origin = layer.getBoundingClientRect();
  const [a, b] = [middle(from, origin), middle(to, origin)];
  const chip = element('use', { href: '#chip-5', width: '22', height: '22' });
  layer.append(chip);
  chip.animate(
    [
      { transform: `translate(${a.x - 11}px, ${a.y - 11}px)` },
      { transform: `translate(${b.x - 11}px, ${b.y - 11}px)` },
    ],
    { duration: CHIPS, easing: 'ease-out' },
  ).onfinish = () => chip.remove();
}

/** Where the order of play says whose turn it is, the light jumps; the dots show from where. */
function jump(root: HTMLElement, layer: SVGSVGElement, view: View, before: View): void {
  const [now, then] = [view.hand!, before.hand!];
  if (now.hand !== then.hand || now.to_act === null || then.to_act === null) return;
  if (now.to_act === then.to_act || now.seats.every(({ place }) => place === null)) return;
  const chairs = [chairOf(view, then.to_act), chairOf(view, now.to_act)];
  const [from, to] = chairs.map((chair) => (chair === null ? null : place(root, chair)));
  if (!from || !to) return;
  const origin = layer.getBoundingClientRect();
  const gap = innerWidth < NARROW ? GUTTER.narrow : GUTTER.wide;
  const path = drawn(way(box(from, origin), box(to, origin), gap));
  layer.querySelector('.trail')?.remove(); // the mask of a trail has one name
  const group = element('g', { class: 'trail' });
  const dots = element('path', { d: path });
  group.append(dots);
  layer.append(group);
  if (!isStill()) uncover(group, dots, path);
  setTimeout(() => group.remove(), LINGERS);
}

/** Let the dots appear one after the other, by a mask that is drawn along their way. */
function uncover(group: Element, dots: Element, path: string): void {
  const mask = element('mask', { id: 'trail-mask', maskUnits: 'userSpaceOnUse' });
  const line = element('path', { d: path, class: 'reveal', pathLength: '1' });
  mask.append(line);
  group.append(mask);
  dots.setAttribute('mask', 'url(#trail-mask)');
  line.animate([{ strokeDashoffset: 1 }, { strokeDashoffset: 0 }], {
    duration: JUMP,
    easing: 'ease-out',
  });
}

function element(name: string, attributes: Record<string, string>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

function place(root: HTMLElement, chair: number): Element | null {
  return root.querySelector(`[data-chair="${chair}"]`);
}

function box(element: Element, origin: DOMRect): Box {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return {
    left: left - origin.left,
    top: top - origin.top,
    right: right - origin.left,
    bottom: bottom - origin.top,
  };
}

function middle(element: Element, origin: DOMRect): { x: number; y: number } {
  const { left, top, right, bottom } = box(element, origin);
  return { x: (left + right) / 2, y: (top + bottom) / 2 };
}
