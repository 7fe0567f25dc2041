import { expect, test } from 'vitest'
import { isPublic } from './address.ts'
import { refusalOf } from './url.ts'

/** As they come out of a resolver. */
const hostileAddresses = `
  0.0.0.0 0.0.0.1 0.255.255.255
  10.0.0.0 10.0.0.1 10.255.255.255
  100.64.0.0 100.64.0.1 100.100.100.200 100.127.255.255
  127.0.0.0 127.0.0.1 127.1.2.3 127.255.255.255
  168.63.129.16
  169.254.0.1 169.254.169.254 169.254.170.2 169.254.255.255
  172.16.0.0 172.17.0.1 172.31.255.255
  192.0.0.1 192.0.0.170 192.0.0.192 192.0.2.1 192.88.99.1
  192.168.0.1 192.168.255.255
  198.18.0.1 198.19.255.255 198.51.100.7 203.0.113.9
  224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255
  :: ::1 0:0:0:0:0:0:0:1
  ::7f00:1 ::127.0.0.1 ::8.8.8.8 ::a9fe:a9fe
  ::ffff:127.0.0.1 ::ffff:7f00:1 0:0:0:0:0:ffff:7f00:0001 ::ffff:10.0.0.1 ::ffff:169.254.169.254 ::ffff:0.0.0.0
  ::ffff:192.168.1.1 ::FFFF:172.16.0.1 ::ffff:100.64.0.1
  ::ffff:0:127.0.0.1 ::ffff:0:8.8.8.8
  64:ff9b::127.0.0.1 64:ff9b::7f00:1 64:ff9b::10.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::192.168.0.1
  64:ff9b:1::8.8.8.8 64:ff9b:1::10.0.0.1
  100::1 100:0:0:1::1
  2001::1 2001:0:4136:e378:8000:63bf:3fff:fdd2 2001:0:7f00:1:: 2001:2::1 2001:10::1 2001:20::1
  2001:db8::1 2001:db8:ffff:ffff:ffff:ffff:ffff:ffff
  2002:7f00:1:: 2002:a00:1::1 2002:a9fe:a9fe:: 2002:c0a8:101::1 2002:808:808::1
  3fff::1 3fff:fff::1
  4000::1 5f00::1
  2606:4700::5efe:127.0.0.1 2606:4700::200:5efe:10.0.0.1
  fc00::1 fd00::1 fd00:ec2::254 fd20:ce::254 fdff:ffff::1
  fe80::1 fe80::1%eth0 fe80::a9fe:a9fe febf::1 fec0::1
  ff00::1 ff02::1 ff0e::1
  1.2.3 01.2.3.4 1.2.3.4.5 localhost 2606:4700::%1
`

/** As a client writes them. */
const hostileUrls = `
  https://localhost https://LOCALHOST/ https://localhost./ https://a.localhost https://printer.local
  https://metadata.google.internal/computeMetadata/v1/ https://router.home.arpa https://intranet https://intranet./x
  https://127.0.0.1 https://127.0.0.1. https://127.1 https://127.0.1 https://0177.0.0.1 https://0x7f.0.0.1
  https://0x7f000001 https://2130706433 https://017700000001 https://0x7f.1 https://0177.1 https://0 https://0.0.0.0
  https://127.0.0.1:8443 https://%31%32%37.0.0.1 https://１２７.０.０.１ https://127。0。0。1 https://①②⑦.⓪.⓪.①
  https://2852039166 https://0xa9fea9fe https://0251.0376.0251.0376 https://169.254.43518 https://169.254.169.254/latest/
  https://10.1 https://192.168.257 https://0xc0a80101
  https://[::1] https://[::] https://[::ffff:127.0.0.1] https://[::ffff:7f00:1] https://[0:0:0:0:0:ffff:127.0.0.1]
  https://[64:ff9b::10.0.0.1] https://[2002:7f00:1::] https://[2001:0:7f00:1::] https://[::127.0.0.1] https://[fd00:ec2::254]
  https://[fe80::1] https://[fe80::1%25eth0]
  http://example.com http://93.184.216.34 ftp://example.com file:///etc/passwd javascript:alert(1) data:image/png;base64,AA==
  gopher://example.com unix:/var/run/docker.sock https:// https:///x //example.com example.com
  https://user@example.com https://user:secret@example.com https://:secret@example.com https://example.com@127.0.0.1
  https://exa%20mple.com https://[::1 https://256.256.256.256 https://1.2.3.4.5 https://0x100000000 https://example.com:99999
`

const ordinaryAddresses = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 93.184.216.34 99.255.255.255 100.63.255.255 100.128.0.0 126.255.255.255
  128.0.0.1 168.63.129.15 169.253.255.255 172.15.255.255 172.32.0.1 191.255.255.255 192.0.1.1 192.167.255.255
  192.169.0.1 198.17.255.255 198.20.0.1 223.255.255.255
  2001:4860:4860::8888 2001:200::1 2606:4700:4700::1111 2a00:1450:4001:81b::200e 2800:3f0:4001:810::200e 2400:cb00::1
  2003::1 3ffe::1 ::ffff:8.8.8.8 64:ff9b::8.8.8.8
`

const ordinaryUrls = `
  https://example.com https://example.com/a.png?b=c#d https://example.com:8443/hook https://EXAMPLE.com. https://xn--bcher-kva.example
  https://bücher.example https://1.1.1.1/x https://[2606:4700:4700::1111]:444/x https://local.example.com https://localhost.example.com
  https://internal-hooks.example.com https://127.0.0.1.nip.io https://93.184.216.34.
`

const wordsOf = (text: string) => text.trim().split(/\s+/)

test.each(wordsOf(hostileAddresses))('%s is no public address', address => {
  expect(isPublic(address)).toBe(false)
})

test.each(wordsOf(hostileUrls))('%s is refused', url => {
  expect(refusalOf(url, false)).toEqual(expect.any(String))
})

test.each(wordsOf(ordinaryAddresses))('%s is a public address', address => {
  expect(isPublic(address)).toBe(true)
})

test.each(wordsOf(ordinaryUrls))('%s is accepted', url => {
  expect(refusalOf(url, false)).toBeUndefined()
})

test('the tables are as long as they claim to be', () => {
  const count = (text: string) => wordsOf(text).length
  expect(count(hostileAddresses) + count(hostileUrls)).toBeGreaterThan(150)
  expect(count(ordinaryAddresses) + count(ordinaryUrls)).toBeGreaterThan(40)
})

test('where private addresses are allowed, only the scheme and a password still matter', () => {
  for (const url of [
    'http://127.0.0.1:3000',
    'http://localhost',
    'https://10.0.0.1',
    'http://[::1]:80',
    'http://printer',
  ])
    expect(refusalOf(url, true)).toBeUndefined()
  for (const url of ['ftp://localhost', 'file:///etc/passwd', 'http://a:b@localhost', 'nonsense'])
    expect(refusalOf(url, true)).toEqual(expect.any(String))
})

test('every embedded form of every hostile IPv4 address is refused as well', () => {
  for (const address of wordsOf(hostileAddresses).filter(
    text => /^\d+(\.\d+){3}$/.test(text) && !text.startsWith('01'),
  )) {
    for (const prefix of ['::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:']) {
      expect([prefix + address, isPublic(prefix + address)]).toEqual([prefix + address, false])
    }
  }
})
