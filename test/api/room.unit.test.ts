import { expect, test } from '@jest/globals';
import { type Holder, networksOf } from '../../api/http/shares/holder.ts';
import { createRoom } from '../../api/http/shares/room.ts';

const MOST = { account: 10, network: 12, '/56': 14, '/48': 16 };
const at = (ip: string, account?: string): Holder => [
  ...networksOf(ip),
  ...(account ? [{ kind: 'account' as const, key: account }] : []),
];
const REFUSED = expect.objectContaining({ code: 'rate_limited', retryAfter: 5 });

test('an account and a network have what they may have, and no more', () => {
  const room = createRoom({ total: 100, most: MOST }, 'Too much');
  const first = room.hold(at('192.0.2.1', 'a'), 8);
  expect(() => room.hold(at('192.0.2.7', 'a'), 3)).toThrow(REFUSED);
  room.hold(at('192.0.2.1', 'b'), 4);
  expect(() => room.hold(at('192.0.2.1', 'c'), 1)).toThrow(REFUSED);
  expect(room.held).toBe(12);
  first.leave();
  first.leave();
  expect(room.held).toBe(4);
  room.hold(at('192.0.2.7', 'a'), 3);
  // A first one is taken whatever its size.
  room.hold(at('192.0.2.9'), 50);
  expect(() => room.hold(at('192.0.2.9'), 1)).toThrow(REFUSED);
});

test('for one who has little there is always room: whoever has most loses their oldest', () => {
  const room = createRoom({ total: 20, most: MOST }, 'Too much');
  const cut: string[] = [];
  const hold = (name: string, ip: string, amount: number, account?: string) =>
    room.hold(at(ip, account), amount, () => cut.push(name));
  hold('old', '192.0.2.1', 5, 'a');
  hold('neighbour', '192.0.2.1', 2, 'b');
  hold('new', '192.0.2.1', 5, 'a');
  hold('other', '192.0.2.2', 8);
  hold('stranger', '192.0.2.3', 3);
  expect(cut).toEqual(['old']);
  hold('second stranger', '192.0.2.4', 4);
  expect(cut).toEqual(['old', 'other']);
});

test('who has most themselves is refused, when nothing of theirs can be cut off', () => {
  const room = createRoom({ total: 20, most: { ...MOST, network: 20, account: 20 } }, 'Too much');
  const cut: string[] = [];
  const large = room.hold(at('192.0.2.1'), 11, () => cut.push('large'));
  large.settle();
  const other = room.hold(at('192.0.2.2'), 5, () => cut.push('other'));
  // It was settled, so the only one that can be cut off is smaller than what asks for room.
  expect(() => room.hold(at('192.0.2.3'), 9)).toThrow(REFUSED);
  expect(cut).toEqual([]);
  other.grow(4);
  expect(() => other.grow(1)).toThrow(REFUSED);
  // It is gone, and asks for nothing more.
  other.grow(100);
  expect(room.held).toBe(11);
});
