import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'
import styles from './tabs.module.css'

interface Tab {
  name: string
  content: ReactNode
}

interface Props {
  /** What the tabs choose between, for those who do not see it. */
  label: string
  tabs: readonly Tab[]
}

/** Our own, because the tabs of Nimbus do not answer to the arrow keys. */
export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const list = useRef<HTMLDivElement>(null)

  const move = (event: KeyboardEvent) => {
    const last = tabs.length - 1
    const target = {
      ArrowRight: chosen === last ? 0 : chosen + 1,
      ArrowLeft: chosen === 0 ? last : chosen - 1,
      Home: 0,
      End: last,
    }[event.key]
    if (target === undefined) return
    event.preventDefault()
    setChosen(target)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[target]?.focus()
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={styles.list} onKeyDown={move}>
        {tabs.map(({ name }, place) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${place}`}
            aria-controls={`${id}-panel`}
            aria-selected={place === chosen}
            tabIndex={place === chosen ? 0 : -1}
            className={styles.tab}
            onClick={() => setChosen(place)}
          >
            {name}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {tabs[chosen]?.content}
      </div>
    </>
  )
}
