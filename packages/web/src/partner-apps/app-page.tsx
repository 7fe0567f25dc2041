import { Columns } from '../ui/page.tsx'
import { AccessKeys } from './access-keys.tsx'
import { DemoStore } from './demo-store.tsx'
import { Installations } from './installations.tsx'
import { useApp } from './queries.ts'
import { Readiness } from './readiness.tsx'

/** What a partner needs to get an application going, and how it fares. */
export function AppPage() {
  const app = useApp()
  return (
    <Columns
      main={
        <>
          <AccessKeys app={app} />
          <Installations app={app} />
        </>
      }
      aside={
        <>
          <DemoStore app={app} />
          <Readiness app={app} />
        </>
      }
    />
  )
}
