import { SectionLayout } from '@typecase/plugin-sdk/react/section-layout'
import { useRouteParams } from '@typecase/plugin-sdk/react/routes'

import { settingsSectionRoute } from '../routes.ts'

/** The settings of a bucket, whose sections come from plugins. */
export default function Settings() {
  // The address of the first section does not contain its name.
  const { bucketSlug, section }: { bucketSlug: string; section?: string } =
    useRouteParams(settingsSectionRoute)
  return (
    <SectionLayout
      title="Settings"
      slot="settings.section"
      props={{ bucketSlug }}
      current={section}
    />
  )
}
