import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** The special-purpose registries of IANA: where no public server is. */
const reserved4 = [
  '0.0.0.0/8', // this network; the system takes 0.0.0.0 for itself
  '10.0.0.0/8',
  '100.64.0.0/10', // shared by the customers of a provider; the metadata of one cloud
  '127.0.0.0/8',
  '168.63.129.16/32', // the metadata of another cloud, in the middle of public addresses
  '169.254.0.0/16', // link-local, with the metadata of most clouds
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]

/** Inside 2000::/3, outside of which nothing is public at all. */
const reserved6 = [
  '2001::/23', // protocols: Teredo, benchmarks, ORCHID
  '2001:db8::/32',
  '2002::/16', // 6to4: any IPv4 address, behind whichever relay
  '3fff::/20',
]

function blockList(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const range of ranges) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

const blocked4 = blockList(reserved4, 'ipv4')
const blocked6 = blockList(reserved6, 'ipv6')

/** The eight numbers of an IPv6 address. The URL parser knows every way to write one, and writes it in one way. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map(group => Number.parseInt(group, 16)))
  const [first, last] = [numbers(head), numbers(tail ?? '')]
  return [...first, ...Array<number>(8 - first.length - last.length).fill(0), ...last]
}

/** Whether an address, in the form that a resolver or the URL parser gives, belongs to the public internet. */
export function isPublic(address: string): boolean {
  if (isIPv4(address)) return !blocked4.check(address, 'ipv4')
  // A zone (fe80::1%eth0) only goes with addresses of the own link.
  if (!isIPv6(address) || address.includes('%')) return false
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groupsOf(address)
  const isMapped = (a | b | c | d | e) === 0 && f === 0xffff
  const isNat64 = a === 0x64 && b === 0xff9b && (c | d | e | f) === 0
  if (isMapped || isNat64) return isPublic([g >> 8, g & 255, h >> 8, h & 255].join('.'))
  const isIsatap = (e & 0xfcff) === 0 && f === 0x5efe
  return a >> 13 === 1 && !isIsatap && !blocked6.check(address, 'ipv6')
}
