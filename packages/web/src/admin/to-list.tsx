import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { BackLink } from '../ui/page.tsx'
import { type Section, sections } from './navigation.ts'

/** The way back from the page of one thing to its list, by the name that the navigation has for it. */
export function ToList({ list }: { list: Section['to'] }) {
  const { t } = useTranslation()
  const { id } = useStore()
  const section = sections.find(({ to }) => to === list)
  return (
    <BackLink to={list} params={{ storeId: String(id) }}>
      {section && t(`nav.${section.name}`)}
    </BackLink>
  )
}
