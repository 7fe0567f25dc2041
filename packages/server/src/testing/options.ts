/** The command line of our programs for developers: every option is checked, and what is wrong is one line that names it. */
import { type ParseArgsConfig, parseArgs } from 'node:util'

/** An option that cannot be used. */
export class OptionError extends Error {}

type Described = NonNullable<ParseArgsConfig['options']>

/** What was given; `command` is what a person types to read more, e.g. `npm run faults`. */
export function readOptions<const T extends Described>(command: string, args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options }).values
  } catch (error) {
    const [reason] = (error as Error).message.split('. ')
    throw new OptionError(`${reason} (${command} -- --help)`)
  }
}

export function whole(name: string, text: string, { min, max }: { min: number; max: number }): number {
  const value = Number(text)
  if (!/^-?\d+$/.test(text) || value < min || value > max)
    throw new OptionError(`--${name} must be a whole number from ${min} to ${max}, not "${text}"`)
  return value
}

/** What repeats a run. Programs print it, so that every run can be repeated. */
export const seed = { type: 'string', default: String(Date.now() % 1_000_000) } as const

export const seedOf = (text: string): number => whole('seed', text, { min: 0, max: 999_999_999 })

/** Runs a program that ends with a code. Where it was asked for something that cannot be, that is 2, and one line. */
export async function exitWith(program: () => Promise<number>): Promise<void> {
  try {
    process.exitCode = await program()
  } catch (error) {
    if (!(error instanceof OptionError)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
}
