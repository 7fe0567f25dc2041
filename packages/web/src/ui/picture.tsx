import { PictureIcon } from '@nimbus-ds/icons'
import { useState } from 'react'
import styles from './picture.module.css'

/** A small picture beside a name, which says what it shows; where there is none, or it is not ours, a sign of one. */
export function Picture({ src }: { src: string | undefined }) {
  const [isBroken, setBroken] = useState(false)
  const isShown = src?.startsWith('/') && !isBroken
  return (
    <span className={styles.picture}>
      {isShown ? (
        <img src={src} alt="" loading="lazy" onError={() => setBroken(true)} />
      ) : (
        <PictureIcon aria-hidden size={18} />
      )}
    </span>
  )
}
