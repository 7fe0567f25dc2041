import { useNavigate } from '@tanstack/react-router'
import { forgetSession, signOut } from '../session.ts'
import { useToasts } from '../ui/toasts.tsx'

/** Signs out, whatever is not saved on the page. */
export function useLeave(): () => Promise<void> {
  const { tellError } = useToasts()
  const navigate = useNavigate()
  return async () => {
    try {
      await signOut()
      await navigate({ to: '/login', ignoreBlocker: true })
      await forgetSession()
    } catch (error) {
      tellError(error)
    }
  }
}
