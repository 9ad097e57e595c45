import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { View } from '../../protocol/socket';
import { animateChanges } from './motion';

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  Element.prototype.animate = vi.fn(() => ({}) as Animation);
});
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate');
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A view in which a seat is to act, each seat at a decision of its own. */
function turnOf(seat: number): View {
  const view = recordedView('ricochet-other-turn');
  Object.assign(view.hand!, { decision: seat, to_act: seat, events: [] });
  return view;
}

/** An element for every chair and the pot, and the layer above. */
function elementsFor(view: View): { root: HTMLElement; layer: SVGSVGElement } {
  const root = document.createElement('div');
  const chairs = view.room.chairs.map(({ chair }) => `<i data-chair="${chair}"></i>`);
  root.innerHTML = `<b data-pot></b>${chairs.join('')}`;
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  return { root, layer };
}

test('there is one trail at a time, as the masks of all have the same id', () => {
  const { root, layer } = elementsFor(turnOf(0));
  animateChanges(root, layer, turnOf(1), turnOf(0));
  expect(layer.querySelectorAll('.trail')).toHaveLength(1);
  animateChanges(root, layer, turnOf(2), turnOf(1));
  expect(layer.querySelectorAll('#trail-mask')).toHaveLength(1);
  vi.runAllTimers();
  expect(layer.childElementCount).toBe(0);
});

test('chips fly for every seat that pays, and all is measured before anything is added', () => {
  const view = turnOf(1);
  const paid = [0, 1, 2].map((seat) => ({ kind: 'anted', seat, card: null, count: 0, amount: 1 }));
  Object.assign(view.hand!, { events: paid });
  const { root, layer } = elementsFor(view);
  const there: number[] = [];
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(() => {
    there.push(layer.childElementCount);
    return new DOMRect();
  });
  animateChanges(root, layer, view, turnOf(0));
  expect(layer.querySelectorAll('use')).toHaveLength(3);
  expect(new Set(there)).toEqual(new Set([0]));
});
