// OpenAPI 3.1 made from the same call values that are mounted.
import type { Call } from '@yunshu/contract/call'
import { fieldLabel } from '@yunshu/contract/labels'
import { commonParams, wireKinds } from '@yunshu/contract/wire'
import { product } from '@yunshu/domain/account/account'
import * as z from 'zod/mini'

type Json = Readonly<Record<string, unknown>>
const schemaOf = (schema: z.ZodMiniType): Json =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json

/** The document served at /openapi.json. */
export function openApi(calls: readonly Call[]): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const call of calls) (paths[call.path] ??= {})[call.method.toLowerCase()] = operation(call)
  return {
    openapi: '3.1.0',
    info: {
      title: `${product.name} API`,
      version: product.version,
      description:
        'Envelope, sign and session: see docs/wire.md. Every parameter is text; arrays and objects travel as JSON text.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}

function operation(call: Call): Json {
  const input = schemaOf(call.input)
  const properties = (input['properties'] ?? {}) as Record<string, Json>
  const required = new Set((input['required'] ?? []) as string[])
  const texts = Object.fromEntries(
    [...wireKinds(call.input)].map(([name, kind]) => [
      name,
      {
        ...(kind === 'json'
          ? { type: 'string', contentMediaType: 'application/json', contentSchema: properties[name] }
          : properties[name]),
        title: fieldLabel(name),
      },
    ]),
  )
  const common = commonParams.filter(name => name !== 'branchCompanyId' || !call.noBranch)
  const body = {
    type: 'object',
    properties: { ...texts, ...Object.fromEntries(common.map(name => [name, { type: 'string' }])) },
    required: [...required, 'timestamp', 'sign'],
    additionalProperties: false,
  }
  return {
    summary: call.title,
    operationId: `${call.method} ${call.path}`,
    'x-permit': call.permit,
    ...(call.permit === 'public' ? {} : { security: [{ token: [] }] }),
    ...(call.method === 'GET'
      ? {
          parameters: Object.entries(texts).map(([name, schema]) => ({
            name,
            in: 'query',
            required: required.has(name),
            schema,
          })),
        }
      : {
          requestBody: {
            content: {
              [call.body === 'multipart' ? 'multipart/form-data' : 'application/x-www-form-urlencoded']: {
                schema: body,
              },
            },
          },
        }),
    responses: {
      200: {
        description: '操作成功',
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { type: 'integer' }, message: { type: 'string' }, data: schemaOf(call.output) },
            },
          },
        },
      },
    },
  }
}
