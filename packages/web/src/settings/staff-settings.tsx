import { ApiError } from '@bodega/api'
import type { Invitation, Member, Role } from '@bodega/api/panel'
import { TrashIcon } from '@nimbus-ds/icons'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fieldErrors, gone } from '../errors.ts'
import { panel, useSession } from '../session.ts'
import { useStore } from '../store.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { SelectField, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Panel } from '../ui/page.tsx'
import { Loaded, Refusal } from '../ui/states.tsx'
import { Table } from '../ui/table.tsx'
import { useToasts } from '../ui/toasts.tsx'
import styles from './settings.module.css'

const roles = ['staff', 'owner'] as const
const isRole = (text: string): text is Role => roles.some(role => role === text)

/** Who works in the store, and who is asked to. */
export function StaffSettingsPage() {
  const { t } = useTranslation()
  const { id, info, key } = useStore()
  const params = { store_id: id }
  const members = useQuery({ queryKey: key('members'), queryFn: () => panel.members.list({ params }) })
  const isOwner = info.role === 'owner'
  const invitations = useQuery({
    queryKey: key('members', 'invitations'),
    queryFn: () => panel.members.invitations({ params }),
    enabled: isOwner,
  })
  return (
    <>
      <Panel title={t('staff.title')} lead={t('staff.lead')} isFlush>
        <Loaded query={members}>{found => <Members members={found} />}</Loaded>
      </Panel>
      {isOwner && (
        <Panel title={t('staff.invite')} lead={t('staff.inviteLead')}>
          <Invite />
          {invitations.data && invitations.data.length > 0 && <Invitations invitations={invitations.data} />}
        </Panel>
      )}
    </>
  )
}

function Members({ members }: { members: readonly Member[] }) {
  const { t } = useTranslation()
  const { id, info, refresh, date } = useStore()
  const { account } = useSession()
  const { tell } = useToasts()
  const [removed, setRemoved] = useState<Member>()
  const [changing, setChanging] = useState<{ member: Member; role: Role }>()
  const write = async ({ account_id }: Member, role: Role) => {
    await panel.members.update({ params: { store_id: id, account_id }, body: { role } })
    await refresh('members')
  }
  const isOwner = info.role === 'owner'
  return (
    <>
      <Table
        label={t('staff.title')}
        rows={members}
        keyOf={member => member.account_id}
        columns={[
          {
            name: t('customers.name'),
            kind: 'title',
            cell: member => (
              <>
                <span className="beside">
                  {member.name}
                  {member.account_id === account?.id && <Badge tone="info">{t('staff.you')}</Badge>}
                </span>
                <small>{member.email}</small>
              </>
            ),
          },
          {
            name: t('staff.role'),
            cell: member =>
              isOwner && member.account_id !== account?.id ? (
                <select
                  className={styles.small}
                  aria-label={`${t('staff.role')}: ${member.name}`}
                  value={member.role}
                  onChange={({ target: { value } }) => isRole(value) && setChanging({ member, role: value })}
                >
                  {roles.map(role => (
                    <option key={role} value={role}>
                      {t(`roles.${role}`)}
                    </option>
                  ))}
                </select>
              ) : (
                t(`roles.${member.role}`)
              ),
          },
          { name: t('customers.since'), cell: member => date(member.created_at) },
          {
            name: t('products.actions'),
            isPlain: true,
            cell: member =>
              isOwner &&
              member.account_id !== account?.id && (
                <IconButton label={`${t('remove')}: ${member.name}`} onClick={() => setRemoved(member)}>
                  <TrashIcon aria-hidden />
                </IconButton>
              ),
          },
        ]}
      />
      {changing && (
        <Confirm
          title={t('staff.roleTitle', { name: changing.member.name, role: t(`roles.${changing.role}`) })}
          text={t('staff.lead')}
          action={t('staff.changeRole')}
          onClose={() => setChanging(undefined)}
          onConfirm={async () => {
            const { member, role } = changing
            await write(member, role)
            tell(t('saved'), () => write(member, member.role))
          }}
        />
      )}
      {removed && (
        <Confirm
          title={t('staff.removeTitle', { name: removed.name })}
          text={t('staff.removeText')}
          action={t('remove')}
          onClose={() => setRemoved(undefined)}
          onConfirm={async () => {
            await gone(panel.members.remove({ params: { store_id: id, account_id: removed.account_id } }))
            await refresh('members')
            tell(t('staff.removed', { name: removed.name }))
          }}
        />
      )}
    </>
  )
}

function Invite() {
  const { t } = useTranslation()
  const { id, refresh } = useStore()
  const { tell } = useToasts()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('staff')
  const invite = useMutation({
    mutationFn: (to: string) => panel.members.invite({ params: { store_id: id }, body: { email: to, role } }),
    onSuccess: async (_, to) => {
      setEmail('')
      await refresh('members', 'invitations')
      tell(t('staff.invited', { email: to }))
    },
  })
  const { error } = invite
  const isMember = error instanceof ApiError && error.status === 409
  const wrong = fieldErrors(error)
  return (
    <Form onSend={() => invite.mutate(email)} className="stacked">
      <div className={styles.inline}>
        <TextField
          label={t('account.email')}
          type="email"
          required
          maxLength={254}
          value={email}
          onValue={setEmail}
          wrong={isMember ? [t('staff.isMember', { email: invite.variables })] : wrong.email}
        />
        <SelectField
          label={t('staff.role')}
          value={role}
          onValue={value => isRole(value) && setRole(value)}
          options={roles.map(value => ({ value, text: t(`roles.${value}`) }))}
        />
        <Button type="submit" look="main" isBusy={invite.isPending}>
          {t('staff.inviteAction')}
        </Button>
      </div>
      {!isMember && <Refusal error={error} />}
    </Form>
  )
}

function Invitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t } = useTranslation()
  const { id, refresh, date } = useStore()
  const { tell, tellError } = useToasts()
  const withdraw = useMutation({
    mutationFn: (invitation: Invitation) =>
      gone(panel.members.withdraw({ params: { store_id: id, id: invitation.id } })),
    onSuccess: async () => {
      await refresh('members', 'invitations')
      tell(t('staff.withdrawn'))
    },
    onError: tellError,
  })
  return (
    <Table
      label={t('staff.open')}
      rows={invitations}
      keyOf={invitation => invitation.id}
      columns={[
        {
          name: t('staff.open'),
          kind: 'title',
          cell: ({ email, role, expires_at }) => (
            <>
              {email}
              <small>
                {t(`roles.${role}`)} · {t('staff.until', { date: date(expires_at) })}
              </small>
            </>
          ),
        },
        {
          name: t('products.actions'),
          isPlain: true,
          cell: invitation => (
            <Button
              aria-label={`${t('staff.withdraw')}: ${invitation.email}`}
              isBusy={withdraw.isPending}
              onClick={() => withdraw.mutate(invitation)}
            >
              {t('staff.withdraw')}
            </Button>
          ),
        },
      ]}
    />
  )
}
