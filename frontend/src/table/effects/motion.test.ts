import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { recordedView } from '../../dev/recorded';
import type { View } from '../../protocol/socket';
import { show } from './motion';

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

/** The table with the turn of a seat, at a decision of its own. */
function turnOf(seat: number): View {
  const view = recordedView('ricochet-other-turn');
  Object.assign(view.hand!, { decision: seat, to_act: seat, events: [] });
  return view;
}

/** A place for every chair, and the layer above. */
function drawn(view: View): { root: HTMLElement; layer: SVGSVGElement } {
  const root = document.createElement('div');
  root.innerHTML = view.room.chairs.map(({ chair }) => `<i data-chair="${chair}"></i>`).join('');
  const layer = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  return { root, layer };
}

test('one trail at a time: the mask of each has the same name', () => {
  const { root, layer } = drawn(turnOf(0));
  show(root, layer, turnOf(1), turnOf(0));
  expect(layer.querySelectorAll('.trail')).toHaveLength(1);
  show(root, layer, turnOf(2), turnOf(1));
  expect(layer.querySelectorAll('#trail-mask')).toHaveLength(1);
  vi.runAllTimers();
  expect(layer.childElementCount).toBe(0);
});
