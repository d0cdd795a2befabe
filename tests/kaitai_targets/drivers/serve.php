<?php
// Reads files by parsers that Kaitai's compiler made. argv: the folder of the runtime library, that of the parsers, and
// the table of their members.
error_reporting(E_ALL & ~E_DEPRECATED);
spl_autoload_register(function ($name) use ($argv) {
    foreach (["$argv[1]/lib/" . str_replace('\\', '/', $name) . '.php', "$argv[2]/" . explode('\\', $name)[0] . '.php'] as $path) {
        if (is_file($path)) { require_once $path; return; }
    }
});
$roots = [];
$members = [];
$now = '';
foreach (file($argv[3], FILE_IGNORE_NEW_LINES) as $line) {
    $cells = explode("\t", $line);
    if ($cells[0] === 'ROOT') $roots[$cells[1]] = $cells[2];
    elseif ($cells[0] === 'TYPE') $members[$now = $cells[1]] = [];
    else $members[$now][] = $cells;
}

function tree($value) {
    global $members;
    if ($value === null) return 'null';
    if (is_bool($value)) return $value ? '1' : '0';
    if (is_int($value)) return (string)$value;
    if (is_float($value)) return '"r' . bin2hex(pack('E', $value)) . '"';
    if (is_string($value)) return '"' . bin2hex($value) . '"';
    if (is_array($value)) return '[' . implode(',', array_map('tree', $value)) . ']';
    $shown = [];
    foreach ($members[get_class($value)] as $member) {
        $shown[] = "\"$member[1]\":" . tree($value->{$member[2]}());
    }
    return '{' . implode(',', $shown) . '}';
}

while (($line = fgets(STDIN)) !== false) {
    [$schema, $path] = explode("\t", rtrim($line, "\n"), 2);
    try {
        $answer = '["ok",' . tree($roots[$schema]::fromFile($path)) . ']';
    } catch (\Throwable $e) {
        $words = preg_replace('/[^ !#-\[\]-~]/', '?', get_class($e) . ': ' . $e->getMessage());
        $answer = '["no","' . str_replace('\\', '?', substr($words, 0, 200)) . '"]';
    }
    echo $answer, "\n";
    flush();
}
