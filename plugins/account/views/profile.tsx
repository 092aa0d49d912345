import { useRouteParams } from '@typecase/plugin-sdk/react/routes'
import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'

import { accountSectionRoute } from '../routes.ts'

/** The signed-in person's own account, in sections. */
export default function Profile() {
  // On the page of the first section its name is not in the address.
  const { section }: { section?: string } = useRouteParams(accountSectionRoute)
  return <SectionLayout title="Account" slot="account.section" props={{}} current={section} />
}
