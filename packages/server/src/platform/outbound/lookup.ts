import { lookup, Resolver } from 'node:dns/promises'
import { setTimeout as wait } from 'node:timers/promises'

/** The addresses of a name, those to try first in front. Rejects, or gives none, where there are none. */
export type Lookup = (name: string) => Promise<string[]>

/** What the machine knows: its hosts file, its own domains, the DNS. */
export const systemLookup: Lookup = async name =>
  (await lookup(name, { all: true, verbatim: true })).map(({ address }) => address)

/** How long the second kind of address is waited for when the first is here. */
const grace = 300

/**
 * The public DNS only, without the threads that `systemLookup` needs: the process has four, and four names whose
 * servers do not answer would hold up files, passwords and images for seconds. A new resolver each time, so that a
 * change of the machine's settings is noticed.
 */
export const publicLookup =
  (servers?: readonly string[]): Lookup =>
  async name => {
    const resolver = new Resolver({ timeout: 1500, tries: 2 })
    if (servers) resolver.setServers(servers)
    const v6 = resolver.resolve6(name)
    v6.catch(() => {})
    try {
      const v4 = await resolver.resolve4(name)
      // Some name servers never answer the question for IPv6.
      return [...v4, ...(await Promise.race([v6.catch(() => []), wait(grace, [], { ref: false })]))]
    } catch {
      return await v6
    }
  }
