import type { Category } from '@bodega/api'
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { CSS } from '@dnd-kit/utilities'
import { PencilIcon, PlusIcon, TrashIcon } from '@nimbus-ds/icons'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Handle } from '../ui/sortable.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './categories-page.module.css'
import { type Branch, canMove, flatten } from './tree.ts'

const top = 'top'

/** The arrow keys go from one place to the next, whatever their size. */
const nextPlace: KeyboardCoordinateGetter = (event, { context: { droppableRects, collisionRect } }) => {
  const step = { [KeyboardCode.Down]: 1, [KeyboardCode.Up]: -1 }[event.code]
  if (step === undefined || !collisionRect) return undefined
  event.preventDefault()
  const tops = [...droppableRects.values()].map(({ top }) => top).sort((a, b) => a - b)
  const next = step > 0 ? tops.find(y => y > collisionRect.top + 1) : tops.findLast(y => y < collisionRect.top - 1)
  return next === undefined ? undefined : { x: collisionRect.left, y: next }
}

interface Move {
  id: number
  before: number | null
  after: number | null
}

interface Actions {
  onAdd: (parent: number) => void
  onEdit: (category: Category) => void
  onDelete: (category: Category) => void
}

/** A category is dropped on the one it shall stand below, or on the place for those at the top. */
export function CategoryTree({ categories, ...actions }: { categories: readonly Category[] } & Actions) {
  const { t } = useTranslation()
  const { client, refresh, say } = useStore()
  const { tell, tellError } = useToasts()
  const [moving, setMoving] = useState<number>()
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: nextPlace }),
  )
  const write = async (id: number, parent: number | null) => {
    try {
      await client.categories.update({ params: { id }, body: { parent } })
    } finally {
      // One of them may be gone.
      await refresh('categories')
    }
  }
  const move = useMutation({
    mutationFn: ({ id, after }: Move) => write(id, after),
    onSuccess: (_, { id, before }) => tell(t('categories.moved'), () => write(id, before)),
    onError: tellError,
  })
  const nameOf = (id: unknown) => {
    const found = categories.find(category => String(category.id) === String(id))
    return found ? say(found.name) : ''
  }
  const placeOf = (id: unknown) => (id === top ? t('categories.top') : t('categories.below', { name: nameOf(id) }))
  const drop = ({ active, over }: DragEndEvent) => {
    setMoving(undefined)
    if (!over) return
    const parent = over.id === top ? null : Number(over.id)
    const id = Number(active.id)
    const before = categories.find(category => category.id === id)?.parent ?? null
    if (canMove(categories, id, parent)) move.mutate({ id, before, after: parent })
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={({ active }) => setMoving(Number(active.id))}
      onDragCancel={() => setMoving(undefined)}
      onDragEnd={drop}
      accessibility={{
        screenReaderInstructions: { draggable: t('drag.help') },
        announcements: {
          onDragStart: ({ active }) => t('drag.picked', { name: nameOf(active.id) }),
          onDragOver: ({ over }) => (over ? placeOf(over.id) : undefined),
          onDragEnd: ({ over }) => (over ? placeOf(over.id) : undefined),
          onDragCancel: ({ active }) => t('drag.cancelled', { name: nameOf(active.id) }),
        },
      }}
    >
      {moving !== undefined && <Top isTarget={canMove(categories, moving, null)} />}
      <ul className={styles.tree}>
        {flatten(categories).map(branch => (
          <Row
            key={branch.category.id}
            branch={branch}
            isTarget={moving !== undefined && canMove(categories, moving, branch.category.id)}
            {...actions}
          />
        ))}
      </ul>
    </DndContext>
  )
}

function Top({ isTarget }: { isTarget: boolean }) {
  const { t } = useTranslation()
  const { setNodeRef, isOver } = useDroppable({ id: top, disabled: !isTarget })
  return (
    <div ref={setNodeRef} className={styles.top} data-target={isOver}>
      {t('categories.top')}
    </div>
  )
}

function Row({ branch, isTarget, onAdd, onEdit, onDelete }: { branch: Branch; isTarget: boolean } & Actions) {
  const { t } = useTranslation()
  const { id, say } = useStore()
  const { category, depth } = branch
  const name = say(category.name)
  const drag = useDraggable({ id: category.id })
  const place = useDroppable({ id: category.id, disabled: !isTarget })
  return (
    <li
      ref={element => {
        drag.setNodeRef(element)
        place.setNodeRef(element)
      }}
      className={styles.branch}
      data-target={place.isOver}
      data-moving={drag.isDragging}
      // React types do not know custom properties.
      style={{ '--depth': depth, transform: CSS.Translate.toString(drag.transform) } as CSSProperties}
    >
      <Handle ref={drag.setActivatorNodeRef} {...drag.attributes} {...drag.listeners} name={name} />
      <span className={styles.name}>
        <Link
          to="/admin/$storeId/products"
          params={{ storeId: String(id) }}
          search={{ category: category.id }}
          title={t('categories.products')}
        >
          {name}
        </Link>{' '}
        {category.visibility !== 'visible' && <Badge>{t('products.hidden')}</Badge>}
      </span>
      <IconButton label={`${t('categories.addBelow')}: ${name}`} onClick={() => onAdd(category.id)}>
        <PlusIcon aria-hidden size={14} />
      </IconButton>
      <IconButton label={`${t('edit')}: ${name}`} onClick={() => onEdit(category)}>
        <PencilIcon aria-hidden />
      </IconButton>
      <IconButton label={`${t('delete')}: ${name}`} onClick={() => onDelete(category)}>
        <TrashIcon aria-hidden />
      </IconButton>
    </li>
  )
}
