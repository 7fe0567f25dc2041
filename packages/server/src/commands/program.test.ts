import { type Command, CommanderError } from 'commander'
import { describe, expect, test } from 'vitest'
import { createProgram } from './program.ts'

/** What the command line says to words that never reach a command. */
function ask(...words: string[]) {
  const said = { code: 0, stdout: '', stderr: '' }
  const listen = (command: Command) => {
    command.exitOverride().configureOutput({
      writeOut: text => {
        said.stdout += text
      },
      writeErr: text => {
        said.stderr += text
      },
    })
    command.commands.forEach(listen)
  }
  const program = createProgram()
  listen(program)
  expect(() => program.parse(words, { from: 'user' })).toThrow(
    expect.toSatisfy(error => {
      if (error instanceof CommanderError) said.code = error.exitCode
      return error instanceof CommanderError
    }),
  )
  return said
}

const commands: Record<string, string[]> = {
  start: [],
  migrate: [],
  'store create': ['--name', '--country', '--owner-email', '--owner-password'],
  'store settings': ['--store', '--fulfillment-strategy', '--plan'],
  'account reset-password': ['--email', '--password'],
  'partner create': ['--email', '--name', '--password'],
  'app create': ['--partner-email', '--name', '--redirect-url', '--scopes'],
  'token create': ['--store', '--scopes', '--app'],
  'store suspend': ['--store', '--app'],
  'store resume': ['--store', '--app'],
  'webhooks listen': ['--store', '--forward-to', '--app', '--events'],
  'webhooks trigger': ['--store', '--id'],
  'webhooks replay': ['--store', '--failed', '--delivery', '--since'],
  'webhooks deliveries': ['--store', '--webhook', '--status', '--page'],
  'webhooks delivery': ['--store'],
  verify: ['--store'],
}

describe('--help', () => {
  test('lists the commands', () => {
    const { code, stdout } = ask('--help')
    expect(code).toBe(0)
    for (const command of Object.keys(commands)) {
      expect(stdout).toMatch(new RegExp(`^ {2}${command.split(' ')[0]} `, 'm'))
    }
  })

  test.each(Object.entries(commands))('of %s shows what it takes', (command, options) => {
    const { code, stdout, stderr } = ask(...command.split(' '), '--help')
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain(`Usage: bodega ${command}`)
    for (const option of [...options, '--help', '--json']) expect(stdout).toMatch(new RegExp(`^ .*${option} `, 'm'))
    // A default of many values would be one line of a thousand characters.
    expect(Math.max(...stdout.split('\n').map(line => line.length))).toBeLessThan(120)
  })
})

describe('what is not understood', () => {
  const store = ['store', 'create', '--name', 'Shop', '--country', 'BR', '--owner-email', 'a@b.example']
  test.each([
    [['restock'], "unknown command 'restock'"],
    [['store', 'destroy'], "unknown command 'destroy'"],
    [['start', '--fast'], "unknown option '--fast'"],
    [['start', 'now'], 'too many arguments'],
    [['store', 'create'], "required option '--name <name>' not specified"],
    [[...store, '--name', ' '], "option '--name <name>' argument ' ' is invalid. It must not be blank."],
    [[...store, '--country', 'XX'], "option '--country <code>' argument 'XX' is invalid. Use one of AR, BR"],
    [[...store, '--owner-email', 'nobody'], 'It must be an e-mail address.'],
    [[...store, '--owner-password', 'short'], 'It must have at least 8 characters.'],
    [[...store, '--owner-password', 'x'.repeat(257)], 'It must have at most 256 characters.'],
    [[...store, '--name', 'x'.repeat(256)], 'It must have at most 255 characters.'],
    [['app', 'create', '--name', 'x'.repeat(101)], 'It must have at most 100 characters.'],
    [['app', 'create', '--redirect-url', 'https://x.example/#code'], 'It must be an address without #'],
    [['app', 'create', '--redirect-url', 'ftp://x.example'], 'It must be an http or https address.'],
    [['token', 'create', '--scopes', 'read_products,write_moon'], 'Unknown scope "write_moon".'],
    [['token', 'create', '--store', '0', '--scopes', 'all'], 'It must be a positive whole number.'],
    [['webhooks', 'trigger', '--store', '1', 'order/dreamt'], 'Allowed choices are app/uninstalled'],
    [['webhooks', 'listen', '--store', '1', '--events', 'order/created,x'], 'Unknown event "x".'],
    [['webhooks', 'replay', '--store', '1', '--delivery', '7'], 'It must be the id of a delivery'],
    [['webhooks', 'replay', '--store', '1', '--since', 'noon'], 'It must be a time'],
    [['verify', '--store'], "option '--store <id>' argument missing"],
  ])('%o is refused with one line', (args, text) => {
    const { code, stdout, stderr } = ask(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^bodega: .+ \(--help shows what there is\)\n$/)
    expect(stderr).toContain(text)
  })
})
