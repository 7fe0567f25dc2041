import { type RefObject, useLayoutEffect, useRef } from 'react'
import { useToasts } from './toasts.tsx'

/** A dialog that is open, above all else, as long as it is rendered. The browser keeps the focus inside. */
export function useModal(): RefObject<HTMLDialogElement | null> {
  const { standIn } = useToasts()
  const dialog = useRef<HTMLDialogElement>(null)
  // Closed while it is still in the page, it gives the focus back to what opened it.
  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown) return
    if (!shown.open) shown.showModal()
    const leave = standIn(shown)
    return () => {
      leave()
      shown.close()
    }
  }, [standIn])
  return dialog
}
