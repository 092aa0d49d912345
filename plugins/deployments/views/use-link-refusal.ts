import type { VercelConnection } from '@typecase/contract/deployments'
import { useFacts, useProvideFacts } from '@typecase/plugin-sdk/react/facts'

/** Publishes why the user may not link projects: with the token of the installation, only its staff may. */
export function useLinkRefusal(connection: VercelConnection | undefined): void {
  const isStaff = useFacts((facts) => facts['session.isStaff'] === true)
  useProvideFacts({
    'deployments.linkRefusal':
      connection?.source === 'installation' && !isStaff
        ? 'Only staff can link projects with the installation’s Vercel token. Give this bucket its own token to link yours.'
        : connection?.source === null
          ? 'Connect Vercel first.'
          : undefined,
  })
}
