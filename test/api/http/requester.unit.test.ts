import { expect, test } from '@jest/globals';
import { largestUser, networksOf } from '../../../api/http/quotas/requester.ts';

test.each([
  ['192.0.2.7', ['ip:192.0.2.7']],
  ['::ffff:192.0.2.7', ['ip:192.0.2.7']],
  ['2001:db8:1:2:3:4:5:6', ['ip:20010db80001/48', 'ip:20010db8000100/56', 'ip:20010db800010002/64']],
  ['2001:DB8:1:2::1', ['ip:20010db80001/48', 'ip:20010db8000100/56', 'ip:20010db800010002/64']],
  ['2001:0db8::1', ['ip:20010db80000/48', 'ip:20010db8000000/56', 'ip:20010db800000000/64']],
  ['::1', ['ip:000000000000/48', 'ip:00000000000000/56', 'ip:0000000000000000/64']],
])('%s counts as %s, from the widest network to the narrowest', (ip, keys) => {
  expect(networksOf(ip).map(({ key }) => key)).toEqual(keys);
});

test('the largest user is found by its widest network first, however many small ones it has', () => {
  const use = (ip: string, amount: number, account?: string) => ({
    requester: [...networksOf(ip), ...(account ? [{ kind: 'account' as const, key: account }] : [])],
    amount,
  });
  const many = Array.from({ length: 10 }, (_, i) => use(`2001:db8:1:${i}::1`, 1));
  const [one, other] = [use('192.0.2.7', 4, 'one'), use('192.0.2.7', 4, 'other')];
  const most = use('2001:db8:1:3::1', 2);
  expect(largestUser([one, ...many, most, other])).toEqual([many[3], most]);
  expect(largestUser([one, other, use('192.0.2.7', 1, 'other')])[0]).toBe(other);
  expect(largestUser([])).toEqual([]);
});
