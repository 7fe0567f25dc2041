import { type ChildProcess, fork } from 'node:child_process'

export interface Served {
  url: string
  pid: number
  stop(): Promise<void>
}

const ended = (child: ChildProcess) => new Promise<void>(resolve => child.once('exit', () => resolve()))

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await ended(child)
}

/** This very bundle again, as the bare server. */
export async function startBare(self: string, databaseUrl: string): Promise<Served> {
  const child = fork(self, ['bare', databaseUrl])
  const { address } = await new Promise<{ address: string }>((resolve, reject) => {
    child.once('message', message => resolve(message as { address: string }))
    child.once('exit', code => reject(new Error(`the bare server ended with ${code}`)))
  })
  return { url: address, pid: child.pid ?? 0, stop: () => stop(child) }
}

/** The server as users run it, without the rate limit and the demo store. */
export async function startServer(cli: string, databaseUrl: string, port: number, dataDir: string): Promise<Served> {
  const child = fork(cli, ['start'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      PORT: String(port),
      RATE_LIMIT_BURST: '0',
      DEMO: 'off',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const url = `http://127.0.0.1:${port}`
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}`)
    await new Promise(resolve => setTimeout(resolve, 50))
  }
  return { url, pid: child.pid ?? 0, stop: () => stop(child) }
}

const isReady = (url: string) =>
  fetch(`${url}/health/ready`).then(
    response => response.ok,
    () => false,
  )
