import {
  backupBody,
  backupQuery,
  bucketQuery,
  extensionBody,
  inWorkspace,
  needs,
  open,
  type Row,
  self,
  webhookBody,
  webhookQuery,
  withoutProvider,
  workspaceQuery,
} from './authorization-rows.ts'

const plan = { command: 'objects.publish', args: {}, title: 'Publish 1 object', summary: {} }

/**
 * Calls for connections of a bucket to the outside: webhooks, extensions, backups, shared links, assistants, the AI
 * provider.
 */
export const integrationRows: Readonly<Record<string, Row>> = {
  'webhooks.list': needs('webhooks:write', bucketQuery),
  'webhooks.get': needs('webhooks:write', webhookQuery),
  'webhooks.add': needs('webhooks:write', ({ slug }) => ({
    body: {
      slug,
      data: {
        title: 'New',
        endpoint: 'http://localhost/hook',
        resource: 'objects',
        events: ['created'],
        is_enabled: false,
      },
    },
  })),
  'webhooks.update': needs('webhooks:write', (tenant) => ({
    body: { ...webhookBody(tenant).body, data: { title: 'New' } },
  })),
  'webhooks.rotateSecret': needs('webhooks:write', webhookBody),
  'webhooks.test': needs('webhooks:write', webhookBody),
  'webhooks.deliveries': needs('webhooks:write', bucketQuery),
  'webhooks.delivery': needs('webhooks:write', ({ slug, deliveryId: delivery_id }) => ({
    query: { slug, delivery_id },
  })),
  'webhooks.redeliver': needs('webhooks:write', ({ slug, deliveryId }) => ({
    body: { slug, ids: [deliveryId] },
  })),
  'webhooks.delete': needs('webhooks:write', webhookQuery),
  'webhooks.restore': needs('webhooks:write', webhookBody),

  'ai.complete': withoutProvider(
    needs('bucket:read', ({ slug }) => ({
      body: { slug, messages: [{ role: 'user', content: 'Hello' }] },
    })),
  ),

  'backups.list': needs('bucket:settings', bucketQuery),
  'backups.add': needs('bucket:settings', ({ slug }) => ({ body: { slug } })),
  'backups.setSchedule': needs('bucket:settings', ({ slug }) => ({
    body: { slug, data: { hour: 4 } },
  })),
  'backups.download': needs('bucket:settings', backupBody),
  'backups.restore': needs('bucket:settings', (tenant) => ({
    body: { ...backupBody(tenant).body, dry_run: true },
  })),
  'backups.delete': needs('bucket:settings', backupQuery),

  'marketplace.list': self,
  'marketplace.publish': inWorkspace('settings:write', workspaceQuery),
  'marketplace.withdraw': inWorkspace('settings:write', (tenant) => ({
    body: { workspace_id: tenant.workspaceId, extension_id: tenant.extensionId },
  })),
  'extensions.list': needs('bucket:read', bucketQuery),
  // An extension of the product: the tenant's own is only for members of its workspace.
  'extensions.install': needs('bucket:settings', ({ slug }) => ({
    body: {
      slug,
      extension_id: 'line-count',
      version: '1.0.0',
      permissions: ['objects:read'],
      hosts: ['https://lines.example.com'],
    },
  })),
  'extensions.update': needs('bucket:settings', (tenant) => ({
    body: { ...extensionBody(tenant).body, is_enabled: true },
  })),
  'extensions.uninstall': needs('bucket:settings', extensionBody),
  'extensions.values': needs('bucket:read', (tenant) => ({ query: extensionBody(tenant).body })),
  'extensions.updateValues': needs('objects:write', (tenant) => ({
    body: { ...extensionBody(tenant).body, data: { size: 1 } },
  })),

  'assistantPlans.list': needs('bucket:read', bucketQuery),
  // A plan concerns the person whose assistant made it, and those who manage the bucket.
  'assistantPlans.get': needs('bucket:settings', ({ slug, planId: plan_id }) => ({
    query: { slug, plan_id },
  })),
  'assistantPlans.add': needs('bucket:read', ({ slug }) => ({ body: { slug, data: plan } })),
  'assistantPlans.update': needs('bucket:settings', ({ slug, planId: plan_id }) => ({
    body: { slug, plan_id, state: 'declined' },
  })),
  'assistants.list': needs('bucket:read', bucketQuery),
  'assistants.revoke': {
    ...needs('bucket:read', ({ slug, memberId: assistant_id }) => ({
      query: { slug, assistant_id },
    })),
    lacks: 404,
  },

  'sharedLinks.list': needs('objects:publish', bucketQuery),
  'sharedLinks.add': needs('objects:publish', ({ slug, objectId }) => ({
    body: {
      slug,
      object_ids: [objectId],
      data: { title: 'New', expires_at: Date.now() + 86_400_000 },
    },
  })),
  'sharedLinks.update': needs('objects:publish', ({ slug, sharedLinkId: link_id }) => ({
    body: { slug, link_id, data: { title: 'New' } },
  })),
  'sharedLinks.open': open,
  'sharedLinks.comment': open,
}
