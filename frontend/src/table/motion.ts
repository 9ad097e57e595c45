/** What moves on the table and explains by it: chips that go to and from the pot, the light. */

import type { View } from '../protocol/socket';
import { chairOf } from './people';
import { type Box, dots, way } from './trail';

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
  const chip = document.createElementNS(SVG, 'use');
  chip.setAttribute('href', '#chip-5');
  chip.setAttribute('width', '22');
  chip.setAttribute('height', '22');
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
  const path = dots(way(box(from, origin), box(to, origin), gap));
  const group = document.createElementNS(SVG, 'g');
  group.setAttribute('class', 'trail');
  path.forEach(({ x, y }, n) => {
    const dot = document.createElementNS(SVG, 'circle');
    dot.setAttribute('cx', `${x}`);
    dot.setAttribute('cy', `${y}`);
    dot.setAttribute('r', '3');
    group.append(dot);
    if (!isStill()) appear(dot, (JUMP * n) / path.length);
  });
  layer.append(group);
  setTimeout(() => group.remove(), LINGERS);
}

function appear(dot: Element, delay: number): void {
  dot.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 60, delay, fill: 'backwards' });
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
