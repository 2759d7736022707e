export interface Resource<Type extends string, Attributes, Relation extends string = never> {
  id: string;
  type: Type;
  attributes: Attributes;
  relationships: { [Name in Relation]: { data: { id: string; type: string }[] } };
}

export interface Document<Data, Included> {
  data: Data;
  included: Included[];
}

export function related<Included extends { id: string; type: string }>(
  included: readonly Included[],
  relationship: { data: readonly { id: string; type: string }[] },
): Included[] {
  const byKey = new Map(included.map((resource) => [`${resource.type}:${resource.id}`, resource]));
  return relationship.data.flatMap(({ id, type }) => byKey.get(`${type}:${id}`) ?? []);
}
