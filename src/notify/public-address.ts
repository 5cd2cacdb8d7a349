import { BlockList, isIP } from 'node:net'

/** Networks that are not the internet: this machine, private ones, shared ones, documentation, benchmarks, multicast, reserved. */
const NOT_PUBLIC_4 = [
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
]
/** The one part of IPv6 that is the internet, and what in it leads elsewhere: tunnels, documentation, addresses of IPv4. */
const PUBLIC_6 = ['2000::/3']
const NOT_PUBLIC_6 = ['2001::/23 2001:db8::/32 2002::/16 3fff::/20']

const notPublic4 = listOf(NOT_PUBLIC_4, 'ipv4')
const public6 = listOf(PUBLIC_6, 'ipv6')
const notPublic6 = listOf(NOT_PUBLIC_6, 'ipv6')

/** Whether an IP address is one of the internet. Whatever is not surely one is none. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !notPublic4.check(address, 'ipv4')
  return version === 6 && public6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
}

/** Whether the host of an address may be on the internet: a number is looked at, a name is only known when it is looked up. */
export function mayBePublic({ hostname }: Pick<URL, 'hostname'>): boolean {
  const host = hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) > 0) return isPublicAddress(host)
  return !/(^|\.)localhost\.?$/i.test(host)
}

function listOf(lines: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const network of lines.flatMap((line) => line.split(' '))) {
    const [address = '', length = ''] = network.split('/')
    list.addSubnet(address, Number(length), family)
  }
  return list
}
