/**
 * `npm run audit`: fails where a package that a server runs with has a known hole of high or critical severity. Where
 * the registry cannot be asked, that is said and nothing fails: a build must not need it.
 */
import { spawnSync } from 'node:child_process'

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 })

/** What npm printed, if it is a report. */
function reportOf(text) {
  try {
    const report = JSON.parse(text)
    return report.vulnerabilities && report.metadata ? report : undefined
  } catch {
    return undefined
  }
}

const report = reportOf(stdout)
if (report) {
  const grave = Object.values(report.vulnerabilities).filter(({ severity }) => ['high', 'critical'].includes(severity))
  for (const { name, severity, range } of grave) console.error(`${name} ${range}: ${severity}`)
  console.log(`${report.metadata.dependencies?.prod ?? 'all'} packages asked about, ${grave.length} with a grave hole`)
  process.exitCode = grave.length > 0 ? 1 : 0
} else console.log('the registry could not be asked: nothing is known')
