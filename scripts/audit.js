/**
 * `npm run audit`: asks the registry for known holes in the packages that a server runs with. The exit code is 1 where one
 * is of high or critical severity, and 3 where the registry gave no answer: then nothing is known, and nobody may take
 * that for good news.
 */
import { spawnSync } from 'node:child_process'

const { stdout, stderr } = spawnSync('npm', ['audit', '--omit=dev', '--json'], {
  encoding: 'utf8',
  maxBuffer: 2 ** 26,
})

/** What npm printed: a report, or why there is none. */
function answerOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const answer = answerOf(stdout)
if (answer.vulnerabilities && answer.metadata) {
  const grave = Object.values(answer.vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity))
  for (const { name, severity, range } of grave) console.error(`${name} ${range}: ${severity}`)
  console.log(`${answer.metadata.dependencies?.prod ?? 'all'} packages asked about, ${grave.length} with a grave hole`)
  process.exitCode = grave.length > 0 ? 1 : 0
} else {
  const reason = answer.message ?? answer.error?.summary ?? stderr.trim().split('\n').at(-1)
  console.error(`NOT CHECKED: the registry was asked for known holes and gave no answer (${reason})`)
  process.exitCode = 3
}
