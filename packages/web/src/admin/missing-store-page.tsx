import { useTranslation } from 'react-i18next'
import { AccountFrame, frameStyles as styles } from '../account/frame.tsx'
import { SignedInAs } from '../account/signed-in-as.tsx'
import { inLanguage } from '../format.ts'
import { useSession } from '../session.ts'
import { ButtonLink } from '../ui/button.tsx'

/** Where the address names a store that is not among those of the person. Whether it exists is not told. */
export function MissingStorePage() {
  const { t, i18n } = useTranslation()
  const { stores } = useSession()
  return (
    <AccountFrame title={t('errors.noStore')}>
      <nav className={styles.form} aria-labelledby="stores">
        <h2 id="stores" className={styles.subtitle}>
          {t('errors.yourStores')}
        </h2>
        {stores.map(({ id, name, main_language }) => (
          <ButtonLink key={id} to="/admin/$storeId" params={{ storeId: String(id) }}>
            {inLanguage(name, i18n.language, main_language)}
          </ButtonLink>
        ))}
        <ButtonLink to="/admin/new-store" look="quiet">
          {t('nav.newStore')}
        </ButtonLink>
      </nav>
      <SignedInAs />
    </AccountFrame>
  )
}
