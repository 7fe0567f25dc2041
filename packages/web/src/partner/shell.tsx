import { AppsIcon, BrowserIcon, PencilIcon, StoreIcon } from '@nimbus-ds/icons'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccountFrame, frameStyles } from '../account/frame.tsx'
import { SignedInAs } from '../account/signed-in-as.tsx'
import { useSession } from '../session.ts'
import { Shell } from '../shell/shell.tsx'
import { IconButton } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { PublisherForm } from './publisher-form.tsx'
import styles from './shell.module.css'

/** All that surrounds the pages of a partner; who is none yet, is asked for a name. */
export function PartnerShell() {
  const { t } = useTranslation()
  const { partner } = useSession()
  if (!partner) {
    return (
      <AccountFrame title={t('partner.becomeTitle')} lead={t('partner.becomeLead')}>
        <div className={frameStyles.form}>
          <PublisherForm action={t('partner.become')} />
        </div>
        <SignedInAs />
      </AccountFrame>
    )
  }
  return (
    <Shell
      title={t('partner.label')}
      label={t('partner.label')}
      above={<Publisher name={partner.name} />}
      links={<Links size={18} />}
      shortcuts={<Links size={20} />}
    />
  )
}

function Links({ size }: { size: number }) {
  const { t } = useTranslation()
  return (
    <>
      <Link to="/partner">
        <AppsIcon aria-hidden size={size} />
        {t('partner.apps')}
      </Link>
      <Link to="/admin">
        <StoreIcon aria-hidden size={size} />
        {t('partner.admin')}
      </Link>
      <a href="/docs">
        <BrowserIcon aria-hidden size={size} />
        {t('partner.docs')}
      </a>
    </>
  )
}

/** Who merchants see behind the applications. */
function Publisher({ name }: { name: string }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.publisher}>
      <div>
        <small>{t('partner.publisher')}</small>
        <b>{name}</b>
      </div>
      <IconButton label={t('partner.rename')} onClick={() => setOpen(true)}>
        <PencilIcon aria-hidden />
      </IconButton>
      {isOpen && (
        <Dialog title={t('partner.rename')} onClose={() => setOpen(false)}>
          <p>{t('partner.becomeLead')}</p>
          <PublisherForm name={name} action={t('save')} onDone={() => setOpen(false)} />
        </Dialog>
      )}
    </div>
  )
}
