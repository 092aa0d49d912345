import { useRouteParams, useRouteSearch } from '@typecase/plugin-sdk/react/routes'
import { useService } from '@typecase/plugin-sdk/react/services'
import { Navigation } from '@typecase/plugin-sdk/services'

import { projectBillingRoute } from '../routes.ts'
import { BillingPage } from './billing-page.tsx'

/** The billing of a project, or of its workspace. */
export default function ProjectBilling() {
  const { projectID } = useRouteParams(projectBillingRoute)
  const { open } = useRouteSearch(projectBillingRoute)
  const { go } = useService(Navigation)
  return (
    <BillingPage
      key={projectID}
      scope={{ resource: 'project', resource_id: projectID }}
      open={open}
      onClose={() => void go(projectBillingRoute, { isReplace: true })}
    />
  )
}
