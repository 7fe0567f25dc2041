import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const inside = 'packages/*/{src,bench}/**/*.test.{ts,tsx}'

/** Tests that start programs of their own, and look after them when their file ends. */
const outside = [
  'packages/server/src/commands/*.test.ts',
  'packages/server/src/platform/embedded/*.test.ts',
  'packages/server/src/testing/{authorization,admin,building,crashes,embedded,faults,forms,orders-pages,package,pages,partner,processes,reach,sale,settings}.test.ts',
]

/**
 * The longest test by far is a short file, and would run at last and alone. With it come the others that start programs:
 * a worker that goes from one project to the other begins anew, and so each does only once. At the end are the many short ones.
 */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId, project }: TestSpecification) =>
      moduleId.endsWith('/faults.test.ts') ? 2 : Number(project.name === 'outside')
    return (await super.sort(files)).sort((a, b) => rank(b) - rank(a))
  }
}

export default defineConfig({
  test: {
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // What is waited for comes later on a machine that has other things to do.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: 2,
    // The files of a worker share their modules: reading the server anew for each took as long as its tests.
    isolate: false,
    // As the server itself is started: what lives for one request is collected less often.
    execArgv: ['--max-semi-space-size=32'],
    sequence: { sequencer: LongestFirst },
    setupFiles: ['packages/server/src/testing/cleanup.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'inside',
          include: [inside],
          exclude: ['**/node_modules/**', ...outside],
          globalSetup: ['packages/server/src/testing/setup.ts'],
          setupFiles: ['packages/server/src/testing/laws.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'outside',
          include: outside,
          globalSetup: ['packages/server/src/testing/setup.ts'],
          // Several processes to a test, on a machine that may have other things to do.
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
