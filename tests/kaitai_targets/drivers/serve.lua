-- Reads files by parsers that Kaitai's compiler made. arg: the folder of the runtime library, that of the parsers, and
-- the table of their members.
package.path = arg[1] .. "/?.lua;" .. arg[1] .. "/zzlib/?.lua;" .. arg[2] .. "/?.lua;" .. package.path
require("kaitaistruct")

local roots, members, names, now = {}, {}, {}, nil
for line in io.lines(arg[3]) do
  local cells = {}
  for cell in (line .. "\t"):gmatch("(.-)\t") do cells[#cells + 1] = cell end
  if cells[1] == "ROOT" then roots[cells[2]] = cells[3]
  elseif cells[1] == "TYPE" then now = {}; names[cells[2]] = now
  else now[#now + 1] = cells end
end

local function class_of(name)
  local found = _G
  for part in name:gmatch("[^.]+") do
    if found ~= nil then found = rawget(found, part) end
  end
  return found
end

local function settle()
  for name, listed in pairs(names) do
    local class = class_of(name)
    if class then members[class] = listed end
  end
end

local function hex(text)
  return (text:gsub(".", function(c) return string.format("%02x", c:byte()) end))
end

local function tree(value, kind)
  if value == nil then return "null" end
  if type(value) == "boolean" then return value and "1" or "0" end
  if math.type(value) == "integer" then return string.format(kind == "unsigned" and "%u" or "%d", value) end
  if type(value) == "number" then return '"r' .. hex(string.pack(">d", value)) .. '"' end
  if type(value) == "string" then return '"' .. hex(value) .. '"' end
  local shown = {}
  local listed = members[getmetatable(value)]
  if listed then
    for index, member in ipairs(listed) do
      shown[index] = '"' .. member[2] .. '":' .. tree(value[member[3]], member[4])
    end
    return "{" .. table.concat(shown, ",") .. "}"
  end
  if rawget(value, "label") then return tostring(value.value) end
  for index, each in ipairs(value) do shown[index] = tree(each, kind) end
  return "[" .. table.concat(shown, ",") .. "]"
end

for line in io.lines() do
  local schema, path = line:match("^([^\t]*)\t(.*)$")
  local ok, found = pcall(function()
    require(schema)
    settle()
    return tree(class_of(roots[schema]):from_file(path))
  end)
  if ok then
    io.write('["ok",', found, "]\n")
  else
    io.write('["no","', (tostring(found):gsub('[^ !#-%[%]-~]', "?"):sub(1, 200)), '"]\n')
  end
  io.flush()
end
