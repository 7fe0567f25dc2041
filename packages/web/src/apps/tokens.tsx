import type { Scope } from '@bodega/api'
import type { StoreToken } from '@bodega/api/panel'
import { LockIcon, PlusIcon, TrashIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, gone } from '../errors.ts'
import { ScopeChoice } from '../scopes/scope-choice.tsx'
import { panel } from '../session.ts'
import { useStore } from '../store.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Confirm, Dialog, DialogActions, FormDialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Panel } from '../ui/page.tsx'
import { Empty, Loaded, Note } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './apps-page.module.css'
import { ScopeList } from './scope-list.tsx'

/** Tokens that the owner makes, without a partner and without asking anybody (D28). */
export function Tokens() {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const [isMaking, setMaking] = useState(false)
  const tokens = useQuery({
    queryKey: key('tokens'),
    queryFn: () => panel.storeTokens.list({ params: { store_id: id } }),
  })
  return (
    <Panel
      title={t('tokens.title')}
      lead={t('tokens.lead')}
      isFlush
      actions={
        <Button onClick={() => setMaking(true)}>
          <PlusIcon aria-hidden size={14} />
          {t('tokens.new')}
        </Button>
      }
    >
      <Loaded query={tokens}>
        {found =>
          found.length === 0 ? (
            <Empty icon={<LockIcon aria-hidden size={20} />} title={t('tokens.none')} text={t('tokens.noneText')} />
          ) : (
            <TokenTable tokens={found} />
          )
        }
      </Loaded>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Panel>
  )
}

function TokenTable({ tokens }: { tokens: readonly StoreToken[] }) {
  const { t } = useTranslation()
  const { id, refresh, ago } = useStore()
  const { tell } = useToasts()
  const [revoked, setRevoked] = useState<StoreToken>()
  const [signing, setSigning] = useState<StoreToken>()
  return (
    <>
      <Table
        label={t('tokens.title')}
        rows={tokens}
        keyOf={token => token.id}
        columns={[
          {
            name: t('tokens.name'),
            kind: 'title',
            cell: token => (
              <>
                {token.name}
                <ScopeList label={t('apps.may', { count: token.scopes.length })} scopes={token.scopes} />
              </>
            ),
          },
          { name: t('tokens.made'), kind: 'number', cell: token => ago(token.created_at) },
          {
            name: t('tokens.used'),
            kind: 'number',
            cell: token => (token.last_used_at ? ago(token.last_used_at) : t('tokens.never')),
          },
          {
            name: t('products.actions'),
            isPlain: true,
            cell: token => (
              <span className="beside">
                <Button
                  look="quiet"
                  aria-label={`${t('tokens.webhookSecret')}: ${token.name}`}
                  onClick={() => setSigning(token)}
                >
                  {t('tokens.webhookSecret')}
                </Button>
                <IconButton label={`${t('tokens.revoke')}: ${token.name}`} onClick={() => setRevoked(token)}>
                  <TrashIcon aria-hidden />
                </IconButton>
              </span>
            ),
          },
        ]}
      />
      {signing && <WebhookSecret token={signing} onClose={() => setSigning(undefined)} />}
      {revoked && (
        <Confirm
          title={t('tokens.revokeTitle', { name: revoked.name })}
          text={t('tokens.revokeText')}
          action={t('tokens.revoke')}
          onClose={() => setRevoked(undefined)}
          onConfirm={async () => {
            await gone(panel.storeTokens.revoke({ params: { store_id: id, id: revoked.id } }))
            await refresh('tokens')
            tell(t('tokens.revoked'))
          }}
        />
      )}
    </>
  )
}

function Secret({ text, what }: { text: string; what: string }) {
  return (
    <div className={styles.secret}>
      <code>{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  )
}

/** Whoever receives the webhooks of a token checks by it that they come from here. */
function WebhookSecret({ token, onClose }: { token: StoreToken; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, key } = useStore()
  const secret = useQuery({
    queryKey: key('tokens', token.id, 'webhook-secret'),
    queryFn: () => panel.storeTokens.webhookSecret({ params: { store_id: id, id: token.id } }),
  })
  return (
    <Dialog title={t('tokens.webhookSecretOf', { name: token.name })} onClose={onClose}>
      <p>{t('tokens.webhookSecretText')}</p>
      <Loaded query={secret}>
        {({ webhook_secret }) => <Secret text={webhook_secret} what={t('tokens.webhookSecret')} />}
      </Loaded>
    </Dialog>
  )
}

function NewToken({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { id, refresh } = useStore()
  const [name, setName] = useState('')
  const [scopes, setScopes] = useState<Scope[]>([])
  const make = useMutation({
    mutationFn: () => panel.storeTokens.create({ params: { store_id: id }, body: { name, scopes } }),
    onSuccess: () => refresh('tokens'),
  })
  if (make.data) {
    return (
      <Dialog title={t('tokens.madeTitle', { name: make.data.name })}>
        <Note tone="warning">
          <p>{t('tokens.once')}</p>
        </Note>
        <Secret text={make.data.access_token} what={t('tokens.token')} />
        <DialogActions>
          <Button look="main" onClick={onClose}>
            {t('tokens.done')}
          </Button>
        </DialogActions>
      </Dialog>
    )
  }
  return (
    <FormDialog
      title={t('tokens.new')}
      action={t('tokens.action')}
      save={make}
      onClose={onClose}
      isReady={scopes.length > 0}
      isWide
    >
      <TextField
        label={t('tokens.name')}
        hint={t('tokens.nameHint')}
        value={name}
        onValue={setName}
        required
        maxLength={100}
        wrong={fieldErrors(make.error).name}
      />
      <ScopeChoice label={t('tokens.scopes')} chosen={scopes} onChoose={setScopes} />
    </FormDialog>
  )
}
