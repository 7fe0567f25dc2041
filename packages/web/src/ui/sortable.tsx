import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { DragDotsIcon } from '@nimbus-ds/icons'
import type { HTMLAttributes, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styles from './sortable.module.css'

/** What is heard while something is dragged, with the name of the thing in place of its id. */
function useDragTexts(
  nameOf: (id: UniqueIdentifier) => string,
  placeOf: (id: UniqueIdentifier) => number,
  count: number,
) {
  const { t } = useTranslation()
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('drag.picked', { name: nameOf(active.id) }),
    onDragOver: ({ active, over }) =>
      over ? t('drag.over', { name: nameOf(active.id), place: placeOf(over.id) + 1, count }) : undefined,
    onDragEnd: ({ active, over }) =>
      t('drag.dropped', { name: nameOf(active.id), place: placeOf((over ?? active).id) + 1, count }),
    onDragCancel: ({ active }) => t('drag.cancelled', { name: nameOf(active.id) }),
  }
  return { announcements, screenReaderInstructions: { draggable: t('drag.help') } }
}

interface SortableProps<T> {
  items: readonly T[]
  idOf: (item: T) => string
  nameOf: (item: T) => string
  onSort: (items: T[]) => void
  /** The handle belongs into what is rendered: by it the item is dragged. */
  children: (item: T, handle: ReactNode, place: number) => ReactNode
  className?: string | undefined
  isGrid?: boolean
}

/** A list that is put in order by mouse, touch or keyboard. */
export function Sortable<T>({ items, idOf, nameOf, onSort, children, className, isGrid = false }: SortableProps<T>) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  )
  const ids = items.map(idOf)
  const placeOf = (id: UniqueIdentifier) => ids.indexOf(String(id))
  const accessibility = useDragTexts(
    id => {
      const item = items[placeOf(id)]
      return item === undefined ? '' : nameOf(item)
    },
    placeOf,
    items.length,
  )
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onSort(arrayMove([...items], placeOf(active.id), placeOf(over.id)))
  }
  return (
    <DndContext sensors={sensors} collisionDetection={closestCenter} onDragEnd={drop} accessibility={accessibility}>
      <SortableContext items={ids} strategy={isGrid ? rectSortingStrategy : verticalListSortingStrategy}>
        <ol className={className ?? styles.list}>
          {items.map((item, place) => (
            <SortableItem key={idOf(item)} id={idOf(item)} name={nameOf(item)}>
              {handle => children(item, handle, place)}
            </SortableItem>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

interface HandleProps extends HTMLAttributes<HTMLButtonElement> {
  name: string
  ref: (element: HTMLElement | null) => void
}

/** By this something is picked up. */
export function Handle({ name, ref, ...props }: HandleProps) {
  const { t } = useTranslation()
  const label = t('drag.handle', { name })
  return (
    <button type="button" ref={ref} className={styles.handle} {...props} aria-label={label} title={label}>
      <DragDotsIcon aria-hidden size={18} />
    </button>
  )
}

interface ItemProps {
  id: string
  name: string
  children: (handle: ReactNode) => ReactNode
}

function SortableItem({ id, name, children }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  })
  return (
    <li
      ref={setNodeRef}
      className={styles.item}
      data-dragging={isDragging}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {children(<Handle ref={setActivatorNodeRef} {...attributes} {...listeners} name={name} />)}
    </li>
  )
}
