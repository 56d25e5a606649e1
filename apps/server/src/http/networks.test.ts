// Networks and lines of addresses, as lockout and public reads count them.
import { expect, test } from 'vitest'
import { lineOf, networkOf } from './networks.ts'

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['::FFFF:203.0.113.200', '203.0.113.0/24'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:DB8:0001:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  // proxies that write the port, which is another for each connection, or what is no address
  ['203.0.113.9:51234', '203.0.113.0/24'],
  ['[2001:db8:1:2::9]:443', '2001:db8:1:2::/64'],
  ['', 'unknown'],
  ['unknown', 'unknown'],
  ['999.1.1.1', 'unknown'],
  ['x'.repeat(5000), 'unknown'],
])('%s belongs to %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['203.0.113.9:51234', '203.0.113.9'],
  ['_hidden', 'unknown'],
])('%s is on the line %s', (ip, line) => {
  expect(lineOf(ip)).toBe(line)
})
