import { createRoute } from '@tanstack/react-router'
import { page } from '../arrival.ts'
import { root } from '../root.ts'
import { queries, sessionQuery } from '../session.ts'
import { goOn } from './enter.ts'

/** Where to go after signing in; a token of a link. */
const texts = (search: Record<string, unknown>, name: string) =>
  typeof search[name] === 'string' ? { [name]: search[name] } : {}
const withNext = (search: Record<string, unknown>): { next?: string } => texts(search, 'next')
const withToken = (search: Record<string, unknown>): { token?: string } => texts(search, 'token')

const readsSession = { loader: () => queries.ensureQueryData(sessionQuery) }

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: withNext,
  beforeLoad: goOn,
  ...readsSession,
  component: page(() => import('./login-page.tsx'), 'LoginPage'),
})
const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: withNext,
  beforeLoad: goOn,
  ...readsSession,
  component: page(() => import('./sign-up-page.tsx'), 'SignUpPage'),
})
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  validateSearch: withNext,
  component: page(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: withToken,
  component: page(() => import('./reset-password-page.tsx'), 'ResetPasswordPage'),
})
const invitation = createRoute({
  getParentRoute: () => root,
  path: '/invitation',
  validateSearch: withToken,
  ...readsSession,
  component: page(() => import('./invitation-page.tsx'), 'InvitationPage'),
})

/** The pages before and around signing in. */
export const accountRoutes = [login, signUp, forgotPassword, resetPassword, invitation] as const
