import type { Category } from '@bodega/api'
import { PlusIcon, SubcategoryIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { gone } from '../errors.ts'
import { useStore } from '../store.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Page, Panel } from '../ui/page.tsx'
import { Empty, Loaded } from '../ui/states.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { CategoryDialog } from './category-dialog.tsx'
import { CategoryTree } from './category-tree.tsx'
import { useCategories } from './queries.ts'

type Open = { what: 'edit'; category?: Category; parent: number | null } | { what: 'delete'; category: Category }

export function CategoriesPage() {
  const { t } = useTranslation()
  const { client, refresh, say } = useStore()
  const { tell } = useToasts()
  const categories = useCategories()
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  return (
    <Page
      title={t('nav.categories')}
      lead={t('categories.lead')}
      actions={
        <Button look="main" onClick={() => setOpen({ what: 'edit', parent: null })}>
          <PlusIcon aria-hidden size={14} />
          {t('categories.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <Loaded query={categories}>
          {found =>
            found.length === 0 ? (
              <Empty icon={<SubcategoryIcon aria-hidden size={20} />} title={t('categories.none')} />
            ) : (
              <CategoryTree
                categories={found}
                onAdd={parent => setOpen({ what: 'edit', parent })}
                onEdit={category => setOpen({ what: 'edit', category, parent: category.parent })}
                onDelete={category => setOpen({ what: 'delete', category })}
              />
            )
          }
        </Loaded>
      </Panel>
      {open?.what === 'edit' && (
        <CategoryDialog
          {...(open.category ? { category: open.category } : {})}
          parent={open.parent}
          categories={categories.data ?? []}
          onClose={close}
        />
      )}
      {open?.what === 'delete' && (
        <Confirm
          title={t('categories.deleteTitle', { name: say(open.category.name) })}
          text={t('categories.deleteText')}
          action={t('delete')}
          onClose={close}
          onConfirm={async () => {
            await gone(client.categories.delete({ params: { id: open.category.id } }))
            await refresh('categories')
            tell(t('deleted'))
          }}
        />
      )}
    </Page>
  )
}
