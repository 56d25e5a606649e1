// The unit by which attempts from an address are counted: the network around it for lockout, its own line for reading.
import { isIP, isIPv4 } from 'node:net'

/** Of a proxy that writes anything but an address, everybody is one: each of its words would else be a network of its own. */
const unknown = 'unknown'

/** `203.0.113.9` → `203.0.113.0/24`; `2001:db8:1:2::9` → `2001:db8:1:2::/64`; IPv4 inside IPv6 counts as IPv4. */
export function networkOf(ip: string): string {
  const inner = innerOf(ip)
  if (inner === unknown) return unknown
  if (isIPv4(inner)) return `${inner.slice(0, inner.lastIndexOf('.'))}.0/24`
  const [head = '', tail] = inner.toLowerCase().split('%', 1).join('').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups =
    tail === undefined
      ? left
      : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}

/**
 * The line of an address: the whole of IPv4, where a /24 holds strangers, and the /64 of IPv6, of which each line has
 * one.
 */
export function lineOf(ip: string): string {
  const inner = innerOf(ip)
  return isIPv4(inner) ? inner : networkOf(inner)
}

/** The address without the port some proxies write behind it, and without the IPv6 around an IPv4. */
function innerOf(ip: string): string {
  const bare = /^\[(.+)\](?::\d+)?$/.exec(ip)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(ip)?.[1] ?? ip
  return isIP(bare) === 0 ? unknown : (/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1] ?? bare)
}
