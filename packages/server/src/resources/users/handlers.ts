import type { App } from '../../app.ts'
import type { Route } from '../../http/handle.ts'
import { accessTokenRoutes } from './access-tokens.ts'
import { deactivationRoutes } from './deactivation.ts'
import { passkeyRoutes } from './passkeys.ts'
import { profileRoutes } from './profile.ts'
import { providerRoutes } from './provider-sign-in.ts'
import { recoveryRoutes } from './recovery.ts'
import { sessionListRoutes } from './session-list.ts'
import { signInRoutes } from './sign-in.ts'
import { signupRoutes } from './signup.ts'

export const routes = (app: App): Route[] => [
  ...signInRoutes(app),
  ...signupRoutes(app),
  ...recoveryRoutes(app),
  ...profileRoutes(app),
  ...providerRoutes(app),
  ...passkeyRoutes(app),
  ...sessionListRoutes(app),
  ...accessTokenRoutes(app),
  ...deactivationRoutes(app),
]
