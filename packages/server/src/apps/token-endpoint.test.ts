import fc from 'fast-check'
import { expect, test } from 'vitest'
import { credentialsOf, fieldsOf } from './token-endpoint.ts'

const text = fc.string({ unit: 'grapheme' }).filter(value => !/[\r\n]|--b/.test(value))
const fields = fc.record({ client_id: text, client_secret: text, code: text })

const multipart = (values: Record<string, string>, newline = '\r\n') =>
  `${Object.entries(values)
    .map(([name, value]) => ['--b', `Content-Disposition: form-data; name="${name}"`, '', value, ''].join(newline))
    .join('')}--b--${newline}`

test('D20: the same fields in every form are the same fields', () => {
  fc.assert(
    fc.property(fields, values => {
      expect(fieldsOf('application/json', JSON.stringify(values))).toEqual(values)
      expect(fieldsOf('application/x-www-form-urlencoded', ` ${JSON.stringify(values)}`)).toEqual(values)
      expect(fieldsOf('application/x-www-form-urlencoded', `${new URLSearchParams(values)}&`)).toEqual(values)
      expect(fieldsOf('multipart/form-data; boundary=b', multipart(values))).toEqual(values)
      expect(fieldsOf('Multipart/Form-Data; charset=utf-8; boundary="b"', multipart(values, '\n'))).toEqual(values)
    }),
  )
})

test('a byte order mark is no part of the first field', () => {
  expect(fieldsOf('application/json', '\ufeff{"client_id":7}')).toEqual({ client_id: '7' })
  expect(fieldsOf('application/x-www-form-urlencoded', '\ufeffclient_id=7&code=x')).toEqual({
    client_id: '7',
    code: 'x',
  })
})

test('what else a body may hold is left out, and numbers are texts', () => {
  expect(fieldsOf('application/json', '{"client_id":7,"code":null,"x":{"y":1},"z":["a"]}')).toEqual({ client_id: '7' })
  expect(fieldsOf('multipart/form-data', 'nonsense')).toEqual({})
  expect(fieldsOf('multipart/form-data; boundary=b', '--b\r\n\r\n--b--')).toEqual({})
})

test('no body breaks it but JSON that is none', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('application/json', 'multipart/form-data; boundary=b', ''),
      fc.string(),
      (type, body) => {
        if (!body.trimStart().startsWith('{')) expect(fieldsOf(type, body)).toBeTypeOf('object')
      },
    ),
  )
  expect(() => fieldsOf('application/json', '{')).toThrow('invalid_request')
})

const basic = (id: string, secret: string, scheme = 'Basic') => `${scheme} ${btoa(`${id}:${secret}`)}`

test('RFC 6749, 2.3.1: who calls may be said in the header, each part written as in a form', () => {
  fc.assert(
    fc.property(text, text, fc.constantFrom('Basic', 'basic', 'BASIC '), (client_id, client_secret, scheme) => {
      const [id, secret] = [client_id, client_secret].map(part => `${new URLSearchParams({ '': part })}`.slice(1))
      expect(credentialsOf(basic(id ?? '', secret ?? '', scheme))).toEqual({ client_id, client_secret })
    }),
  )
})

test('any other header says nothing of who calls', () => {
  for (const header of [undefined, '', 'Basic', 'Basic !', `Basic ${btoa('7')}`, `Bearer ${btoa('7:x')}`])
    expect(credentialsOf(header)).toEqual({})
})
