import { expect, test } from 'vitest'

import { isInRange, isPublicAddress } from './public-address.ts'

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946', '::ffff:93.184.216.34'])(
  '%s is public',
  (address) => expect(isPublicAddress(address)).toBe(true),
)

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fd00::1',
  'localhost',
  '',
])('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

test.each([
  ['mapped', '::ffff:127.0.0.1'],
  ['compatible', '::127.0.0.1'],
  ['compatible, in hexadecimal', '::7f00:1'],
  ['compatible with a public one', '::93.184.216.34'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['local NAT64', '64:ff9b:1::7f00:1'],
  ['6to4', '2002:7f00:1::'],
  ['Teredo', '2001:0:5ef5:79fd::80ff:fffe'],
  ['ISATAP', '2606:2800:220:1:0:5efe:7f00:1'],
  ['ISATAP, global', '2606:2800:220:1:200:5efe:7f00:1'],
  ['documentation', '2001:db8::1'],
  ['not assigned', '4000::1'],
])('%s: an IPv6 address that stands for another is not public: %s', (_form, address) =>
  expect(isPublicAddress(address)).toBe(false),
)

test.each([
  ['10.1.2.3', '10.1.0.0/16', true],
  ['::ffff:10.1.2.3', '10.1.0.0/16', true],
  ['::10.1.2.3', '10.1.0.0/16', false],
  ['10.2.0.1', '10.1.0.0/16', false],
  ['fd00:1::5', 'fd00:1::/32', true],
  ['fd00:2::5', 'fd00:1::/32', false],
  ['localhost', '10.1.0.0/16', false],
])('%s is in %s: %s', (address, range, expected) =>
  expect(isInRange(address, range)).toBe(expected),
)
