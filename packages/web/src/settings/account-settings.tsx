import type { OpenSession } from '@bodega/api/panel'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NewPasswordField } from '../account/fields.tsx'
import { fieldErrors, gone } from '../errors.ts'
import { forgetSession, panel, queries, sessionQuery, useSession } from '../session.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { FieldRow, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/page.tsx'
import { SaveRow } from '../ui/save-row.tsx'
import { Loaded, Refusal } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { deviceOf } from './devices.ts'

const sessionsKey = ['sessions']

/** What is one's own, in whatever store: name, password, and where one is signed in. */
export function AccountSettingsPage() {
  const { t } = useTranslation()
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => panel.sessions.list() })
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  return (
    <>
      <Name />
      <Password />
      <Panel
        title={t('sessions.title')}
        lead={t('sessions.lead')}
        isFlush
        actions={
          <Button look="danger" onClick={() => setLeaving(true)}>
            {t('sessions.endAll')}
          </Button>
        }
      >
        <Loaded query={sessions}>{found => <Sessions sessions={found} />}</Loaded>
      </Panel>
      {isLeaving && (
        <Confirm
          title={t('sessions.endAllTitle')}
          text={t('sessions.endAllText')}
          action={t('sessions.endAll')}
          onClose={() => setLeaving(false)}
          onConfirm={async () => {
            await panel.sessions.endAll()
            await navigate({ to: '/login' })
            await forgetSession()
          }}
        />
      )}
    </>
  )
}

function Name() {
  const { t } = useTranslation()
  const { account } = useSession()
  const { tell } = useToasts()
  const [name, setName] = useState(account?.name ?? '')
  const save = useMutation({
    mutationFn: () => panel.accounts.update({ body: { name } }),
    onSuccess: session => {
      queries.setQueryData(sessionQuery.queryKey, session)
      tell(t('saved'))
    },
  })
  return (
    <Form onSend={() => save.mutate()}>
      <Panel title={t('sessions.account')} lead={account?.email}>
        <TextField
          label={t('account.name')}
          required
          maxLength={100}
          autoComplete="name"
          value={name}
          onValue={setName}
          wrong={fieldErrors(save.error).name}
        />
        <SaveRow save={save} />
      </Panel>
    </Form>
  )
}

function Password() {
  const { t } = useTranslation()
  const { account } = useSession()
  const { tell } = useToasts()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useMutation({
    mutationFn: () => panel.accounts.changePassword({ body: { current_password: current, password } }),
    onSuccess: async session => {
      queries.setQueryData(sessionQuery.queryKey, session)
      setCurrent('')
      setPassword('')
      tell(t('sessions.passwordChanged'))
      await queries.invalidateQueries({ queryKey: sessionsKey })
    },
  })
  const wrong = fieldErrors(change.error)
  return (
    <Form onSend={() => change.mutate()}>
      <Panel title={t('sessions.password')} lead={t('sessions.passwordLead')}>
        {/* Password managers want to know whose password it is. */}
        <input type="email" hidden autoComplete="username" value={account?.email ?? ''} readOnly />
        <FieldRow>
          <TextField
            label={t('sessions.currentPassword')}
            type="password"
            autoComplete="current-password"
            required
            maxLength={256}
            value={current}
            onValue={setCurrent}
            wrong={wrong.current_password && [t('sessions.wrongPassword')]}
          />
          <NewPasswordField
            label={t('account.newPassword')}
            value={password}
            onValue={setPassword}
            wrong={wrong.password}
          />
        </FieldRow>
        {!wrong.current_password && <Refusal error={change.error} />}
        <div>
          <Button type="submit" look="main" isBusy={change.isPending}>
            {t('sessions.changePassword')}
          </Button>
        </div>
      </Panel>
    </Form>
  )
}

function Sessions({ sessions }: { sessions: readonly OpenSession[] }) {
  const { t } = useTranslation()
  const { ago } = useStore()
  const { tell, tellError } = useToasts()
  const end = useMutation({
    mutationFn: ({ id }: OpenSession) => gone(panel.sessions.end({ params: { id } })),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: sessionsKey })
      tell(t('sessions.ended'))
    },
    onError: tellError,
  })
  const nameOf = ({ user_agent }: OpenSession) => deviceOf(user_agent) || t('sessions.unknown')
  return (
    <Table
      label={t('sessions.title')}
      rows={sessions}
      keyOf={session => session.id}
      columns={[
        {
          name: t('sessions.device'),
          kind: 'title',
          cell: session => (
            <>
              <span className="beside">
                {nameOf(session)}
                {session.is_current && <Badge tone="info">{t('sessions.here')}</Badge>}
              </span>
              <small>{session.address}</small>
            </>
          ),
        },
        { name: t('sessions.since'), kind: 'number', cell: ({ created_at }) => ago(created_at) },
        { name: t('sessions.seen'), kind: 'number', cell: ({ last_seen_at }) => ago(last_seen_at) },
        {
          name: t('products.actions'),
          isPlain: true,
          cell: session =>
            !session.is_current && (
              <Button
                aria-label={`${t('sessions.end')}: ${nameOf(session)}`}
                isBusy={end.isPending}
                onClick={() => end.mutate(session)}
              >
                {t('sessions.end')}
              </Button>
            ),
        },
      ]}
    />
  )
}
