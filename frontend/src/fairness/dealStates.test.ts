/** The tracks of deals and views name everything as Python's clients do (tests/fairness). */

import { expect, test } from 'vitest';
import walks from '../../../tests/fairness/deal_walks.json';
import { emptyView } from '../dev/fakeServer';
import type { Commitment, Cut, TableView } from '../protocol/socket';
import { DealTrack, type Link, ViewTrack } from './dealStates';

interface Step {
  lose?: true;
  proof?: true;
  hand: number;
  turn: number;
  dealt?: string;
  prev: string;
  commitment: string;
  of: number | null;
  decision: number;
  is_over: boolean;
  asked: number;
  shown: number;
  is_whole: boolean;
  known: [boolean, boolean, boolean];
}

/** The name of a commitment or a cut. */
function nameInDeals(track: DealTrack<Link>, step: Step): string[] {
  if (step.dealt) return [track.nameCut({ ...step, table: 't', seeds: {} } as unknown as Cut)];
  const name = track.nameCommitment(step as unknown as Commitment);
  if (!['same', 'old'].includes(name)) track.remember(step);
  return [name];
}

/** The name of a view. */
function nameInViews(track: ViewTrack, step: Step): string[] {
  const room = {
    ...emptyView().room,
    hand: step.hand,
    rabbit: Array<string>(step.shown).fill('As'),
  };
  const hand = {
    hand: step.of,
    decision: step.decision,
    result: step.is_over ? [{}] : [],
    asked: Array<number>(step.asked).fill(0),
  } as unknown as TableView;
  const view = emptyView({ room, hand: step.of === null ? null : hand, is_whole: step.is_whole });
  return track.names(view, ...step.known);
}

test.each(walks.map((walk, n) => [walk.track, n, walk.steps] as const))(
  '%s are named as in Python: walk %i',
  (kind, _, steps) => {
    const [deals, views] = [new DealTrack<Link>(null), new ViewTrack()];
    const track = kind === 'deals' ? deals : views;
    for (const [given, expected] of steps) {
      const step = given as unknown as Step;
      if (step.lose) {
        track.lose();
        expect([null, track.state, null]).toEqual(expected);
        continue;
      }
      const names = step.proof
        ? ['proof']
        : kind === 'deals'
          ? nameInDeals(deals, step)
          : nameInViews(views, step);
      expect(names.flatMap((name) => taken(track, name))).toEqual(expected);
    }
  },
);

function taken(track: DealTrack<Link> | ViewTrack, name: string): (string | null)[] {
  const said = track.take(name);
  return [name, track.state, said];
}
