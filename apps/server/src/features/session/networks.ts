// The network an address belongs to, as far as lockout cares: /24 of IPv4, /64 of IPv6.
import { isIPv4 } from 'node:net'

/** `203.0.113.9` → `203.0.113.0/24`; `2001:db8:1:2::9` → `2001:db8:1:2::/64`; IPv4 inside IPv6 counts as IPv4. */
export function networkOf(ip: string): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip
  if (isIPv4(inner)) return `${inner.slice(0, inner.lastIndexOf('.'))}.0/24`
  const [head = '', tail] = inner.toLowerCase().split('%', 1).join('').split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const groups = tail === undefined ? left : [...left, ...Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0'), ...right]
  return `${groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, '')).join(':')}::/64`
}
