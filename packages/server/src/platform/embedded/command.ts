import { spawn } from 'node:child_process'
import { parse } from 'node:path'
import { type Account, asAccount } from './account.ts'

/**
 * Only what a program needs to run: no `PG*` that would steer it, no secret of ours in the environment of another
 * user's process, and one locale whatever the terminal says.
 */
export function environment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'SystemRoot', 'TEMP', 'TMP', 'TMPDIR'].flatMap(name => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' }
}

/** A place every user may stand in; our own working directory may be closed to the account. */
export function neutralFolder(): string {
  return parse(process.cwd()).root
}

/** Runs a program to its end. A program that could not be started has the code `null`. */
export function runCommand(
  file: string,
  args: string[],
  { account, input = '' }: { account?: Account | undefined; input?: string } = {},
): Promise<{ code: number | null; output: string }> {
  return new Promise(resolve => {
    const child = spawn(file, args, {
      cwd: neutralFolder(),
      env: environment(),
      stdio: 'pipe',
      windowsHide: true,
      ...asAccount(account),
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout.on('data', collect)
    child.stderr.on('data', collect)
    child.stdin.on('error', () => {}) // a program that ends without reading closes its input; its code tells
    child.on('error', error => resolve({ code: null, output: error.message }))
    child.on('close', code => resolve({ code, output: output.trim() }))
    child.stdin.end(input)
  })
}
