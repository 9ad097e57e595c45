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
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A view in which a seat is to act, each seat at a decision of its own. */
function turnOf(seat: number): View {
  const view = recordedView('ricochet-other-turn');
  Object.assign(view.hand!, { decision: seat, to_act: seat, events: [] });
  return view;
}

/** An element for every chair, and the layer above. */
function elementsFor(view: View): { root: HTMLElement; layer: SVGSVGElement } {
  const root = document.createElement('div');
  root.innerHTML = view.room.chairs.map(({ chair }) => `<i data-chair="${chair}"></i>`).join('');
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
