import { expect, test } from 'vitest'

import { accountKey, ipKey, widerNetworks } from './limits-keys.ts'

test.each([
  'ada@example.org',
  'Ada@Example.ORG',
  ' ada@example.org\t',
  'ada+1@example.org',
  'ada+x+y@example.org',
  'ａｄａ@example.org',
])('%j counts for the same account', (email) => {
  expect(accountKey(email)).toBe('ada@example.org')
})

test.each(['adam@example.org', 'ada@example.com', 'a.da@example.org'])(
  '%s counts for another account',
  (email) => {
    expect(accountKey(email)).not.toBe('ada@example.org')
  },
)

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts for %s', (ip, network) => {
  expect(ipKey(ip)).toBe(network)
})

test.each([
  ['203.0.113.9', []],
  ['::ffff:203.0.113.9', []],
  ['2001:db8:1:2:3:4:5:6', ['2001:db8::/32', '2001:db8:1::/48']],
  ['2001:db8::1', ['2001:db8::/32', '2001:db8:0::/48']],
])('%s is in the networks %j', (ip, networks) => {
  expect(widerNetworks(ip)).toEqual(networks)
})
