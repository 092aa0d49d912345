import { useCurrentWorkspace } from '@typecase/content/react/workspace'
import { DEFAULT_WORKSPACE } from '@typecase/contract/workspaces'
import { useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'

import { workspaceBillingRoute } from '../routes.ts'
import { BillingPage } from './billing-page.tsx'

/** The billing of the current workspace. Projects of the built-in workspace are billed individually. */
export default function WorkspaceBilling() {
  const id = useCurrentWorkspace()
  const { open } = useRouteSearch(workspaceBillingRoute)
  const { go } = useService(Navigation)
  return (
    <BillingPage
      key={id}
      scope={id === DEFAULT_WORKSPACE ? undefined : { resource: 'workspace', resource_id: id }}
      open={open}
      onClose={() => void go(workspaceBillingRoute, { isReplace: true })}
    />
  )
}
