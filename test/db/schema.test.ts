/** Entities and migrations are written separately. These tests keep them in step. */
import { describe, expect, test } from '@jest/globals';
import { entities } from '../../db/entities/index.ts';
import { migratedDatabase } from '../support/servers/api.ts';
import { use } from '../support/use.ts';

interface Column {
  table: string;
  column: string;
  nullable: boolean;
  type: string;
  primary: boolean;
}

const database = await use(migratedDatabase, (it) => it.drop());

/** The columns of the migrated database, without the migrator's own table. */
const columnsInDatabase = () =>
  database.orm.em.fork().execute<Column[]>(
    `select c.table_name as "table", c.column_name as "column", c.is_nullable = 'YES' as nullable,
       case c.data_type when 'ARRAY' then ltrim(c.udt_name, '_') || '[]' else c.udt_name end as type,
       exists (
         select 1 from information_schema.table_constraints t
         join information_schema.key_column_usage k using (constraint_schema, constraint_name)
         where t.constraint_type = 'PRIMARY KEY' and k.table_schema = c.table_schema
           and k.table_name = c.table_name and k.column_name = c.column_name
       ) as "primary"
     from information_schema.columns c
     where c.table_schema = 'public' and c.table_name <> 'mikro_orm_migrations'
     order by 1, 2`,
  );

/** PostgreSQL's names for MikroORM's types. */
const NAMES: Record<string, string> = {
  boolean: 'bool',
  int: 'int4',
  'integer[]': 'int4[]',
  bigint: 'int8',
  'double precision': 'float8',
  // We store JSON as it was written. MikroORM only knows jsonb.
  jsonb: 'json',
};
const nameOf = (columnType = '') => {
  const bare = columnType.replace(/\(\d+\)/, '');
  return NAMES[bare] ?? bare;
};

/** The columns that the entities declare. */
function columnsInEntities(): Column[] {
  const columns = [...database.orm.getMetadata().getAll().values()].flatMap((entity) =>
    entity.props.flatMap((property) =>
      (property.fieldNames ?? []).map((column, i) => ({
        table: entity.tableName,
        column,
        nullable: property.nullable === true,
        type: nameOf(property.columnTypes?.[i]),
        primary: property.primary === true,
      })),
    ),
  );
  const key = ({ table, column }: Column) => `${table} ${column}`;
  return columns.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

describe('the migrated database', () => {
  test('has exactly the columns of the entities, with the same types, keys and nullability', async () => {
    const key = ({ table, column }: Column) => `${table} ${column}`;
    const found = [...(await columnsInDatabase())].sort((a, b) => (key(a) < key(b) ? -1 : 1));
    expect(columnsInEntities()).toEqual(found);
  });

  test('has a table for every entity', () => {
    const tables = new Set(columnsInEntities().map(({ table }) => table));
    expect(tables.size).toBe(entities.length);
  });

  test('can be reverted without leaving tables or functions behind', async () => {
    const own = await migratedDatabase();
    try {
      await own.orm.migrator.down({ to: 0 });
      const left = await own.orm.em.fork().execute(
        `select table_name as name from information_schema.tables
           where table_schema = 'public' and table_name <> 'mikro_orm_migrations'
         union all select routine_name from information_schema.routines where routine_schema = 'public'
         union all select sequence_name from information_schema.sequences
           where sequence_schema = 'public' and sequence_name <> 'mikro_orm_migrations_id_seq'`,
      );
      expect(left).toEqual([]);
    } finally {
      await own.drop();
    }
  });
});
