import { smartViewsQuery } from '@typecase/content/smart-views'
import { useFacts } from '@typecase/plugin-sdk/react/facts'
import { useServices } from '@typecase/plugin-sdk/react/services'
import { Tree } from '@typecase/ui/tree'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '@typecase/ui/format'

import { countsQuery, DEFAULT_ICON, isIconName, pathOfView } from '../view-look.ts'
import styles from './sidebar-views.module.css'

/** The smart views of the bucket in the sidebar; nothing if there are none. Lists offer to save one. */
export default function SidebarViews({ onNavigate }: { onNavigate?: () => void }) {
  const bucketSlug = useFacts((facts) => facts['route.bucketSlug'])
  if (bucketSlug === undefined) return null
  return <Views bucketSlug={bucketSlug} {...(onNavigate && { onNavigate })} />
}

function Views({ bucketSlug, onNavigate }: { bucketSlug: string; onNavigate?: () => void }) {
  const services = useServices()
  const { data } = useQuery(smartViewsQuery(services, bucketSlug))
  const { data: counts } = useQuery(countsQuery(services, bucketSlug))
  const current = useFacts((facts) => facts['list.smartViewID'])
  if (!data || data.smart_views.length === 0) return null
  return (
    <section className={styles.part} aria-labelledby="sidebar-smart-views">
      <h2 id="sidebar-smart-views" className={styles.title}>
        Smart views
      </h2>
      <Tree
        aria-label="Smart views"
        nodes={data.smart_views.map(({ id, title, icon }) => {
          const count = counts?.get(id)
          return {
            id,
            label: title,
            ...(icon && !isIconName(icon) ? { emoji: icon } : { icon: icon ?? DEFAULT_ICON }),
            ...(typeof count === 'number' && { detail: formatNumber(count) }),
            href: pathOfView(bucketSlug, id),
            ...(id === current && { current: 'page' as const }),
          }
        })}
        onAction={() => onNavigate?.()}
      />
    </section>
  )
}
