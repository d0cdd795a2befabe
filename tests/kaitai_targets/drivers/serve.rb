# Reads files by parsers that Kaitai's compiler made. argv: the folder of the parsers, and the table of their members.
require 'kaitai/struct/struct'

$members = {}
$roots = {}
File.foreach(ARGV[1], encoding: 'UTF-8') do |line|
  kind, *cells = line.chomp.split("\t", -1)
  case kind
  when 'ROOT' then $roots[cells[0]] = cells[1]
  when 'TYPE' then $members[cells[0]] = $now = []
  when 'MEMBER' then $now << cells
  end
end
$LOAD_PATH << ARGV[0]

def leaf(value, enum)
  case value
  when Symbol then Object.const_get(enum)[value].to_s
  when String then "\"#{value.encoding == Encoding::ASCII_8BIT ? value.unpack1('H*') : value.encode('UTF-8').unpack1('H*')}\""
  when Float then "\"r#{[value].pack('G').unpack1('H*')}\""
  when true then '1'
  when false then '0'
  when Integer then value.to_s
  else raise "no value: #{value.class}"
  end
end

def tree(value, enum)
  case value
  when nil then 'null'
  when Array then "[#{value.map { |each| tree(each, enum) }.join(',')}]"
  when Kaitai::Struct::Struct
    shown = $members.fetch(value.class.name).map { |id, access, _, of| "\"#{id}\":#{tree(value.public_send(access), of)}" }
    "{#{shown.join(',')}}"
  else leaf(value, enum)
  end
end

$stdin.each_line do |line|
  schema, path = line.chomp.split("\t", 2)
  begin
    require schema
    parsed = Object.const_get($roots.fetch(schema)).from_file(path)
    answer = "[\"ok\",#{tree(parsed, '')}]"
  rescue StandardError, SystemStackError, NoMemoryError => e
    answer = "[\"no\",\"#{"#{e.class}: #{e.message}".encode('UTF-8', invalid: :replace, undef: :replace).gsub(/[^ !#-\[\]-~]/, '?')[0, 200]}\"]"
  end
  puts answer
  $stdout.flush
end
