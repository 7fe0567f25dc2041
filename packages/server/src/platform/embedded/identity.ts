import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { environment } from './command.ts'

/** A process that can be told from a later one with the same number: `born` says when it began. */
export interface Identity {
  pid: number
  born: string
}

/** Who has this number now; undefined when nobody has, or only a zombie. */
export function identify(pid: number): Identity | undefined {
  const born = process.platform === 'linux' ? bornOnLinux(pid) : isPresent(pid) ? bornElsewhere(pid) : undefined
  return born === undefined ? undefined : { pid, born }
}

/** The same where somebody surely has it; of one that the system tells nothing about only the number is known. */
export const identityOf = (pid: number): Identity => identify(pid) ?? { pid, born: '' }

export function isAlive({ pid, born }: Identity): boolean {
  const now = identify(pid)
  // an empty birth is one the system would not tell: then a process with the number counts as the same
  return now !== undefined && (now.born === born || now.born === '' || born === '')
}

/** Processes of a user whose command line contains the text. Windows tells no command lines cheaply: none there. */
export function findProcesses(text: string, uid: number): number[] {
  if (process.platform === 'win32') return []
  if (process.platform !== 'linux') {
    return ps(['-axo', 'pid=,uid=,stat=,command='])
      .split('\n')
      .map(line => line.trim().split(/\s+/))
      .filter(([, owner, stat]) => Number(owner) >>> 0 === uid && !stat?.startsWith('Z'))
      .filter(([, , , ...command]) => command.join(' ').includes(text))
      .map(([pid]) => Number(pid))
  }
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(
      pid => readProc(pid, 'cmdline')?.includes(text) && uidOnLinux(pid) === uid && bornOnLinux(pid) !== undefined,
    )
}

export function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM' // `kill` throws nothing else
  }
}

function bornOnLinux(pid: number): string | undefined {
  const stat = readProc(pid, 'stat')
  // fields from the third on: the second is the name in brackets, which may hold spaces and brackets itself
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
  if (!fields || fields[0] === 'Z' || fields[0] === 'X') return undefined
  return `${bootId()}:${fields[19]}`
}

/** Ticks since boot repeat after a reboot, so the boot is part of a birth. */
function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return ''
  }
}

function uidOnLinux(pid: number): number | undefined {
  const uid = readProc(pid, 'status')?.match(/^Uid:\s+(\d+)/m)?.[1]
  return uid === undefined ? undefined : Number(uid)
}

function readProc(pid: number, name: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return undefined
  }
}

function bornElsewhere(pid: number): string | undefined {
  if (process.platform === 'win32') {
    const script = `(Get-Process -Id ${pid}).StartTime.ToFileTimeUtc()`
    return spawnSync('powershell.exe', ['-NoProfile', '-Command', script], {
      windowsHide: true,
      encoding: 'utf8',
    }).stdout?.trim()
  }
  const [stat = '', ...start] = ps(['-o', 'stat=,lstart=', '-p', String(pid)])
    .trim()
    .split(/\s+/)
  return stat === '' || stat.startsWith('Z') ? undefined : start.join(' ')
}

function ps(args: string[]): string {
  return spawnSync('ps', args, { env: environment(), encoding: 'utf8' }).stdout ?? ''
}
